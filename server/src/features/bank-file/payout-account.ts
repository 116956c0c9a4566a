import { isIban, readAccountNumber, readBankCode } from '@purser/contract/bank-account';
import type { ParsedInputOf } from '@purser/contract/call';
import type { bankPayoutAccountSet } from '@purser/contract/features/bank-file';
import { refuseUnlessSeen } from '../../platform/commands/seen.ts';
import { confirmedWrite } from '../../platform/commands/write.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BankAccount } from './pain001.ts';

/** Sets the account that a currency is paid out from. Refuses in the order of the call. */
export function setPayoutAccount(
  platform: Platform,
  input: ParsedInputOf<typeof bankPayoutAccountSet>,
  context: StaffContext,
): Promise<null | Answer<null>> {
  const { market, holder_name, bank_name, before } = input;
  return confirmedWrite<null>(platform, input, context, {
    whose: 'provider',
    act: async (tx) => {
      const known = await tx.selectFrom('market').select('market').where('market', '=', market).executeTakeFirst();
      if (!known) throw refuse('market_unknown');
      const account_number = readAccountNumber(input.account_number);
      if (account_number === undefined) throw refuse('account_number_invalid');
      const bank_code = readBankCode(input.bank_code);
      if (bank_code === undefined || (bank_code === '' && !isIban(account_number))) throw refuse('bank_code_invalid');
      // One after the other, also where none is set yet.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('payout_account', 0))`);
      const { rows } = await tx.query<BankAccount>(
        'select holder_name, bank_name, bank_code, account_number from payout_account where market = $1',
        [market],
      );
      refuseUnlessSeen(before, rows[0] ?? null);
      await tx.query(
        `insert into payout_account (market, holder_name, bank_name, bank_code, account_number, set_by) values ($1, $2, $3, $4, $5, $6)
         on conflict (market) do update set holder_name = excluded.holder_name, bank_name = excluded.bank_name, bank_code = excluded.bank_code,
           account_number = excluded.account_number, set_by = excluded.set_by, set_at = excluded.set_at`,
        [market, holder_name, bank_name, bank_code, account_number, context.staffId],
      );
      return null;
    },
    audit: () => ({
      action: 'bank_file.payout_account',
      details: { market, holder_name, bank_name, account_number: input.account_number },
    }),
  });
}
