import { Link } from '@tanstack/react-router';
import styles from './parties.module.css';

interface OwnerLinkProps {
  /** A page whose list can be narrowed by whose its rows are. */
  readonly to: '/identities' | '/bank-accounts';
  readonly ownerId: number;
  readonly text: string;
}

/** The way from a party to what another page has of it. */
export function OwnerLink({ to, ownerId, text }: OwnerLinkProps) {
  return (
    <Link to={to} search={{ owner_id: ownerId } as never} className={styles.ownerLink ?? ''}>
      {text}
    </Link>
  );
}
