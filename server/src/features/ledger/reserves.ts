import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { type ledgerAttestationAdd, ledgerAttestationQuery, type ledgerReserves } from '@purser/contract/features/ledger';
import { uuidv7 } from 'uuidv7';
import { type Attestation, reservesOf } from '../../domain/reserves.ts';
import { type StaffNames, staffNames } from '../../domain/staff-name.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import type { Coins } from '../../platform/database/coins.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import { exportFile } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import type { Platform } from '../../platform/platform.ts';

type Shown = OutputOf<typeof ledgerReserves>['list'][number];
type Added = OutputOf<typeof ledgerAttestationAdd>;

/** Every coin's reserves, of one moment. */
export function reserves(platform: Platform): Promise<OutputOf<typeof ledgerReserves>> {
  const { coins } = platform.db;
  return readAsStaff(platform, async (tx) => {
    const found = await reservesOf(tx);
    await coins.know(
      found.map(({ coin }) => coin),
      tx,
    );
    const shown = found.map(({ coin, owed_minor, own, outside, attestations, held_minor, state }): Shown => {
      const money = (minor: bigint) => coins.format(minor, coin);
      const placed = (amounts: typeof own) => amounts.map(({ purpose, amount_minor }) => ({ purpose, amount: money(amount_minor) }));
      return {
        coin_name: coin,
        owed: money(owed_minor),
        own: placed(own),
        outside: placed(outside),
        attestations: attestations.map((one) => attestationOf(one, coins)),
        held: held_minor === undefined ? null : money(held_minor),
        difference: held_minor === undefined ? null : money(held_minor - owed_minor),
        state,
      };
    });
    return { list: shown, time: platform.clock.now().toISOString() };
  });
}

function attestationOf({ coin, amount_minor, ...one }: Attestation, coins: Coins): Shown['attestations'][number] {
  return {
    attestation_id: one.attestation_id,
    coin_name: coin,
    amount: coins.format(amount_minor, coin),
    source: one.source,
    as_of: one.as_of.toISOString(),
    remark: one.remark,
    entered_by: { staff_id: one.entered_by, name: one.entered_name },
    create_time: one.created_at.toISOString(),
  };
}

/** Everything that was attested. */
export const attestations = list(ledgerAttestationQuery, {
  from: 'reserve_attestation',
  owner: 'attestation_id',
  key: 'attestation_id',
  keyed: 'uuidv7',
  columns: {
    coin_name: 'coin',
    create_time: 'created_at',
    entered_by: ({ entered_by }, staff: StaffNames) => ({
      staff_id: Number(entered_by),
      name: staff.get(entered_by) ?? '',
    }),
  },
  beside: (db, rows) =>
    staffNames(
      db,
      rows.map(({ entered_by }) => entered_by),
    ),
});

export const attestationsFile = exportFile(ledgerAttestationQuery, {
  name: 'attestations',
  title: 'attestations',
  columns: {
    create_time: 24,
    source: 28,
    coin_name: 8,
    amount: 20,
    as_of: 24,
    entered_by: { width: 20, of: ({ entered_by }) => entered_by.name },
    remark: 40,
  },
});

/** Enters what somebody outside says that they hold. */
export function addAttestation(
  platform: Platform,
  input: ParsedInputOf<typeof ledgerAttestationAdd>,
  context: StaffContext,
): Promise<Added | Answer<Added>> {
  const { coin_name, source, as_of, remark } = input;
  return confirmedWrite<Added>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      await tx.coins.know([coin_name], tx);
      const coin = tx.coins.find(coin_name);
      if (!coin) throw refuse('coin_unknown');
      const amount = askedAmount(input.amount, coin.decimals);
      if (new Date(as_of) > platform.clock.now()) throw refuse('attestation_in_future');
      const attestation_id = uuidv7();
      await tx
        .insertInto('reserve_attestation')
        .values({ attestation_id, coin: coin.code, amount, source, as_of: new Date(as_of), remark, entered_by: BigInt(context.staffId) })
        .execute();
      return { attestation_id };
    },
    audit: ({ attestation_id }) => ({
      action: 'ledger.attest',
      details: { attestation_id, coin: coin_name, amount: input.amount, source, as_of, remark },
    }),
  });
}
