import { Link } from '@tanstack/react-router';
import styles from './parties.module.css';
import { useT } from './texts.ts';

/** The way to what a party has handed in to show who it is. */
export function IdentityLink({ ownerId }: { readonly ownerId: number }) {
  const t = useT();
  return (
    <Link to="/identities" search={{ owner_id: ownerId } as never} className={styles.identityLink ?? ''}>
      {t('party.identityShow')}
    </Link>
  );
}
