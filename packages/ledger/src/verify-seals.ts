import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { gathered, POSTINGS_OF_ENTRIES } from './on-nodes.ts';
import { entriesDigest, NO_SEAL, sealKey, sealMac } from './seal.ts';
import { type Findings, isDistributed, pages } from './verify-reader.ts';

/** A seal covers up to a thousand entries. */
const SEALS_AT_A_TIME = 40;

export const SEAL_CHECK = 'every seal is of its entries and of the seal before it';

interface Row {
  owner_id: string;
  coin: string;
  purpose: string;
  from_version: string;
  to_version: string;
  round: string;
  mac: Buffer;
  digest: Buffer;
}

const SEALS = `
  select s.owner_id::text, s.coin, s.purpose, s.first::text as from_version, s.last::text as to_version, s.round::text, s.mac, ${entriesDigest('s')} as digest
  from (
    select owner_id, coin, purpose, from_version as first, to_version as last, round, mac from ledger.seal
    where (owner_id, coin, purpose, to_version) > ($1, $2, $3, $4) order by owner_id, coin, purpose, to_version limit $5
  ) s
  order by s.owner_id, s.coin, s.purpose, s.last`;

const SEALS_ON_NODES = gathered(
  {
    seal: `
      select * from ledger.seal
      where (owner_id, coin, purpose, to_version) > ($1, $2, $3, $4) order by owner_id, coin, purpose, to_version limit $5`,
    entry: `
      select e.* from seal s
      join ledger.entry e on e.owner_id = s.owner_id and e.coin = s.coin and e.purpose = s.purpose and e.version between s.from_version and s.to_version`,
    posting: POSTINGS_OF_ENTRIES,
  },
  SEALS,
);

interface Chain {
  readonly account: string;
  mac: Buffer;
  version: bigint;
}

/** Recomputes every account's chain of seals from its entries. */
export async function verifySeals(client: pg.ClientBase, ledgerKey: Buffer, findings: Findings): Promise<void> {
  const key = sealKey(ledgerKey);
  const keyOf = ({ owner_id, coin, purpose, to_version }: Row) => [owner_id, coin, purpose, to_version];
  let chain: Chain = { account: '', mac: NO_SEAL, version: 0n };
  const sql = isDistributed(client) ? SEALS_ON_NODES : SEALS;
  for await (const rows of pages<Row>(client, sql, [0, '', '', 0], SEALS_AT_A_TIME, keyOf)) {
    for (const row of rows) {
      const account = `account ${row.owner_id} ${row.coin} ${row.purpose}`;
      if (account !== chain.account) chain = { account, mac: NO_SEAL, version: 0n };
      verifySeal(row, chain, key, findings);
      chain.mac = row.mac;
      chain.version = BigInt(row.to_version);
    }
  }
}

function verifySeal(row: Row, chain: Chain, key: Buffer, findings: Findings): void {
  const [from_version, to_version] = [BigInt(row.from_version), BigInt(row.to_version)];
  const where = `${chain.account} versions ${from_version} to ${to_version}`;
  if (from_version !== chain.version + 1n) findings.add(SEAL_CHECK, where, `the seal before ends at version ${chain.version}`);
  const range = {
    owner_id: Number(row.owner_id),
    coin: row.coin,
    purpose: row.purpose,
    from_version,
    to_version,
    round: BigInt(row.round),
  };
  const mac = sealMac(key, chain.mac, range, row.digest);
  if (row.mac.length !== mac.length || !timingSafeEqual(row.mac, mac)) {
    findings.add(SEAL_CHECK, where, 'these entries, or the seals before, are not what was sealed');
  }
}
