import { Component, type ComponentType, lazy, type ReactNode, useReducer } from 'react';
import styles from './lazy-part.module.css';
import { ErrorState, PlainButton } from './states.tsx';
import { useKitTexts } from './texts.tsx';

/** The code of a part of a page did not come; everything else that goes wrong while it is shown is no concern of this module. */
class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

interface WhereItFailsProps {
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

class WhereItFails extends Component<WhereItFailsProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof PartNotLoaded)) throw error;
    return this.props.failed;
  }
}

/** What stands in the place of a part that did not come: the part's own props, and `retry` to ask for it again. */
export type FailedPart<Props> = ComponentType<Props & { readonly retry: () => void }>;

/**
 * A part of a page that comes when it is shown, as by React's `lazy`. Where it does not come, the rest of the page stays as it is: the part's place says so
 * and offers to try again, by `ErrorState` unless `Failed` is given.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Failed: FailedPart<Props> = ({ retry }) => <ErrorState onRetry={retry} />,
): ComponentType<Props> {
  const asked = () =>
    lazy(() =>
      load().catch((cause: unknown) => {
        throw new PartNotLoaded('a part of the page did not come', { cause });
      }),
    );
  // React keeps what a lazy component failed with.
  let Part: ComponentType<Props> = asked();
  return function LazyPart(props: Props) {
    const [tries, tryAgain] = useReducer((count: number) => count + 1, 0);
    const retry = (): void => {
      Part = asked();
      tryAgain();
    };
    return (
      <WhereItFails key={tries} failed={<Failed {...props} retry={retry} />}>
        <Part {...props} />
      </WhereItFails>
    );
  };
}

interface FailedDialogProps {
  readonly retry: () => void;
  readonly onClose: () => void;
}

/** Stands for what opens above the page and did not come. */
export function FailedDialog({ retry, onClose }: FailedDialogProps) {
  const { t } = useKitTexts();
  return (
    <dialog ref={openAtOnce} className={styles.dialog} aria-label={t('kit.failedTitle')} onClose={onClose}>
      <ErrorState onRetry={retry} />
      <PlainButton onClick={onClose}>{t('kit.close')}</PlainButton>
    </dialog>
  );
}

function openAtOnce(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}

/** `FailedDialog` while the part is open. */
export function FailedWhileOpen({ open, ...rest }: FailedDialogProps & { readonly open: boolean }) {
  return open ? <FailedDialog {...rest} /> : null;
}
