import styles from './parties.module.css';
import { useT } from './texts.ts';

interface UserNameProps {
  readonly user_id: number;
  readonly nick: string;
  readonly isClosed: boolean;
}

/** What a wallet user is called; of who has closed the account no name is kept, only the number. */
export function UserName({ user_id, nick, isClosed }: UserNameProps) {
  const t = useT();
  if (!isClosed) return nick || '–';
  return (
    <>
      {user_id} <span className={styles.beside}>{t('party.closedAccount')}</span>
    </>
  );
}
