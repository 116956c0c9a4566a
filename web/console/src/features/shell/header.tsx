import { formatInstant } from '@purser/ui/instant-text';
import { DownOutlined, LogoutOutlined, MenuOutlined } from '@ant-design/icons';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Popover } from 'antd';
import { useEffect } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { LanguageSwitch, ThemeSwitch } from '../../shared/preferences.tsx';
import { store } from '../../shared/storage.ts';
import { endSession } from './api.ts';
import { Bell } from './bell.tsx';
import styles from './shell.module.css';

/** The merchant's header: who is signed in, what is new, language, day or night, logout. */
export function Header({ onOpenMenu }: { readonly onOpenMenu: (() => void) | undefined }) {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  useEffect(() => {
    if (account) store('userInfo', JSON.stringify(account));
  }, [account]);

  return (
    <header className={styles['header']}>
      {onOpenMenu && <Button type="text" icon={<MenuOutlined />} aria-label={t('shell.openMenu')} onClick={onOpenMenu} />}
      <span className={styles['spring']} />
      <LanguageSwitch />
      <ThemeSwitch />
      <Bell />
      <Popover trigger="click" placement="bottomRight" content={<AccountCard />}>
        <Button type="text" className={styles['account']} aria-haspopup="dialog">
          <span className={styles['initial']} aria-hidden="true">
            {account?.name.slice(0, 1) ?? ''}
          </span>
          <span className={styles['name']}>{account?.name ?? t('shell.account')}</span>
          <DownOutlined aria-hidden />
        </Button>
      </Popover>
    </header>
  );
}

function AccountCard() {
  const t = useT();
  const navigate = useNavigate();
  const { data: account } = useQuery(ownAccount);
  const logOut = (): void => {
    endSession()
      .catch(() => toast.warning(t('failure.network')))
      .finally(() => void navigate({ to: PATHS.login, replace: true } as never));
  };
  return (
    <div className={styles['card']}>
      {account && (
        <dl>
          <dt>{t('shell.merchantId')}</dt>
          <dd>{account.merchant_id}</dd>
          <dt>{t('shell.account')}</dt>
          <dd>{account.own?.username}</dd>
          <dt>{t('shell.lastLogin')}</dt>
          <dd>
            {formatInstant(account.own?.login_time)}
            <br />
            {account.own?.login_ip}
          </dd>
        </dl>
      )}
      <Button block icon={<LogoutOutlined />} onClick={logOut}>
        {t('shell.logout')}
      </Button>
    </div>
  );
}
