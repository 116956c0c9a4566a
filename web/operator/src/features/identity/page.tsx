import { lazyPart } from '@purser/ui/lazy-part';
import { listKit } from '@purser/console-kit/list/list-kit';
import { staffIdentityExport, staffIdentityQuery } from '@purser/contract/features/identity';
import type { identity } from '@purser/i18n/operator/identity/en';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { queueKeys } from '../../shared/queue-keys.tsx';
import { WithDeciding } from './deciding.tsx';
import type { Submission } from './identity-details.tsx';
import { IDENTITY_TONES } from './tones.ts';

const IdentityDetails = lazyPart(async () => ({ default: (await import('./identity-details.tsx')).IdentityDetails }));

const keyOf = ({ submission_id }: Submission) => submission_id;

const List = listKit<OperatorTexts & typeof identity>({}).listPage(staffIdentityQuery, {
  id: 'operator-identities',
  title: 'menu.identities',
  hint: 'identity.hint',
  label: 'menu.identities',
  topics: ['identity'],
  rowKey: keyOf,
  columns: (c, t) => [
    c.text('owner_name', 'identity.owner', { always: true }),
    c.choice('status', 'identity.state', (value) => t(`identity.state.${value}`), { tones: IDENTITY_TONES, always: true }),
    c.choice('party', 'identity.party', (value) => t(`identity.party.${value}`)),
    c.choice('kind', 'identity.kind', (value) => t(`identity.kind.${value}`)),
    c.copy('owner_id', 'identity.ownerId'),
    c.time('create_time', 'identity.submitTime'),
    c.time('decide_time', 'identity.decideTime'),
    c.text('reason', 'identity.reason', { optional: true }),
  ],
  search: { owner_id: 'identity.ownerId' },
  filters: (f, t) => [
    f.choice('status', 'identity.state', (value) => t(`identity.state.${value}`)),
    f.choice('party', 'identity.party', (value) => t(`identity.party.${value}`)),
    f.choice('kind', 'identity.kind', (value) => t(`identity.kind.${value}`)),
  ],
  details: { title: 'identity.one', find: (submission_id) => ({ submission_id }), Body: IdentityDetails },
  empty: { title: 'identity.empty', hint: 'identity.emptyHint' },
  exports: staffIdentityExport,
  Extra: queueKeys({ call: staffIdentityQuery, topics: ['identity'], keyOf }),
});

/** Identities that merchants and wallet users have handed in, for staff to decide on. */
export default function IdentitiesPage() {
  return (
    <WithDeciding>
      <List />
    </WithDeciding>
  );
}
