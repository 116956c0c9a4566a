import { CallRefused } from '@purser/client/transport';
import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { refresh, type Topic } from '@purser/console-kit/query';
import type { Call, InputOf } from '@purser/contract/call';
import type { MemberPermission } from '@purser/contract/member';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { Modal } from '@purser/ui/modal';
import { type ReactNode, useState } from 'react';
import { May } from './may.tsx';

interface CallOffProps<C extends Call> {
  readonly call: C;
  readonly input: InputOf<C>;
  readonly permission: MemberPermission;
  /** Whether its state allows it now. */
  readonly isPossible: boolean;
  readonly title: string;
  /** The word of the button that asks, and of the one that does it. */
  readonly act: string;
  readonly keep: string;
  readonly done: string;
  /** What is fetched again. */
  readonly changes: readonly Topic[];
  /** What it means. */
  readonly children: ReactNode;
}

/**
 * Calls off what still waits, once asked whether to. The question stays until it is answered, also where it is paid, decided or over meanwhile: nothing
 * goes away under anybody's hands unsaid, and the server's answer says what happened.
 */
export function CallOff<C extends Call>({ call, input, permission, isPossible, act, changes, children, ...words }: CallOffProps<C>) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  const callOff = async (): Promise<void> => {
    setBusy(true);
    try {
      await keysOf(call).attempt(JSON.stringify(input), (idempotencyKey) => client.request(call, input, { idempotencyKey }));
      toast.success(words.done);
      setOpen(false);
    } catch (error) {
      // The user has been told why, and what is on show is fetched anew.
      if (error instanceof CallRefused) setOpen(false);
    } finally {
      setBusy(false);
      refresh(changes);
    }
  };

  return (
    <>
      {isPossible && (
        <div>
          <May permission={permission}>
            <Button danger onClick={() => setOpen(true)}>
              {act}
            </Button>
          </May>
        </div>
      )}
      <Modal
        open={open}
        title={words.title}
        okText={act}
        okButtonProps={{ danger: true }}
        busy={busy}
        cancelText={words.keep}
        onOk={() => void callOff()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {children}
      </Modal>
    </>
  );
}
