import { DownOutlined, LogoutOutlined } from '@ant-design/icons';
import { Popover } from '@purser/ui/popover';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { useT } from './i18n.tsx';

interface WhoProps {
  /** Undefined until it is known. */
  readonly name: string | undefined;
  /** Beside the name, such as a role. */
  readonly mark?: ReactNode;
  /** Opens below. */
  readonly children: ReactNode;
}

/** Who is signed in; opens a card with more about them and the way out. */
export function Who({ name, mark, children }: WhoProps) {
  const t = useT();
  return (
    <Popover
      label={name ?? t('shell.account')}
      align="end"
      renderButton={(opener) => (
        <Button type="text" className={styles.account} {...opener}>
          <span className={styles.initial} aria-hidden="true">
            {name?.slice(0, 1) ?? ''}
          </span>
          <span className={styles.name}>{name ?? t('shell.account')}</span>
          {mark}
          <DownOutlined aria-hidden />
        </Button>
      )}
    >
      {() => <div className={styles.card}>{children}</div>}
    </Popover>
  );
}

export function LogOutButton({ onLogOut }: { readonly onLogOut: () => void }) {
  const t = useT();
  return (
    <Button block icon={<LogoutOutlined aria-hidden />} onClick={onLogOut}>
      {t('shell.logout')}
    </Button>
  );
}
