import { type Mutant, mutantsOf } from '../mutant.ts';

const LEDGER = 'packages/ledger/src';
const STORE = [`${LEDGER}/store.test.ts`, `${LEDGER}/hold.test.ts`, `${LEDGER}/waiting.test.ts`, `${LEDGER}/concurrency.test.ts`];
const FLOW = [`${LEDGER}/fund-flow.test.ts`, 'server/src/features/fund-flow/fund-flow.test.ts'];

/** What the database does with a posting, and what finds its entries again. */
export const LEDGER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('function ledger.post_batch', STORE, [
    [
      'if (new_available between lowest[account] and ceiling) is not true then',
      'if version[account] is null or new_available > ceiling then',
      'a balance falls below its floor',
    ],
    ['new_available between lowest[account] and', 'new_available between lowest[account] + 1 and', 'the last unit cannot be spent'],
    ['if new_available < lowest[account] then', 'if new_available > lowest[account] then', 'too little money is told as too much'],
    ['if new_frozen < 0', 'if new_frozen < -1', 'what is frozen falls below zero'],
    [' or new_pending < 0', '', 'what is pending falls below zero'],
    ['between lowest[account] and ceiling) is not true', '>= lowest[account]) is not true', 'a balance rises above its ceiling'],
    ['elsif new_frozen > ceiling or', 'elsif', 'what is frozen rises above its ceiling'],
    ['case when a.unbounded then -ceiling else 0 end', '-ceiling', 'everybody may owe as the issuance account does'],
    [
      "case when known_mac[same] = content_macs[i] then 'replayed' else 'content_mismatch' end",
      "'replayed'",
      'other content under a known id counts as the same',
    ],
    ['if known_at[same] is not null then', 'if false then', 'a posting is made again under its id'],
    ['known_at[same] := now_at;', '', 'twice the same in one batch is made twice'],
    ['partition by owner_id, posting_id)', 'partition by posting_id)', 'postings of two owners with one id are taken for one'],
    ['and seen_in[account] <> i ', '', 'a posting may name an account twice'],
    ['and leg - first_leg < most_legs', '', 'a posting may have any number of legs'],
    ['leg_charges[leg] between 0 and largest_change', 'leg_charges[leg] <= largest_change', 'a charge may be negative'],
    ['d_available between -largest_change and largest_change and', '', 'a leg may carry any amount'],
    ['elsif malformed or unsettled <> 0 then', 'elsif malformed then', 'a posting may make money'],
    ['coin_at := coin_no[account];', 'coin_at := 1;', 'coins are added up across each other'],
    [
      'sum_before + d_available + d_frozen + d_pending;',
      'sum_before + d_available + d_frozen;',
      'pending money is not in the sum of a posting in several coins',
    ],
    [
      'unsettled + d_available + d_frozen + d_pending;',
      'unsettled + d_available + d_frozen;',
      'pending money is not in the sum of a posting',
    ],
    ['if repeated then\n    same_as', 'if false then\n    same_as', 'twice the same in one batch is no replay'],
    ['one_coin := cardinality(coins) = 1;', 'one_coin := true;', 'a posting exchanges one coin for another'],
    [
      'moves_held constant boolean := leg_frozen is not null;',
      'moves_held constant boolean := false;',
      'frozen and pending funds never move',
    ],
    [
      'if moves_held and version[account] is not null then',
      'if moves_held then',
      'a hold that is elsewhere hides an account that is not open',
    ],
    [
      '      if not one_coin then\n        coin_sum :=',
      '      if false then\n        coin_sum :=',
      'of two malformed postings in a batch the second one is made',
    ],
    ['elsif deadlines[i] < now_at then', 'elsif false then', 'a deadline is not looked at'],
    ['  now_at := clock_timestamp();', '  now_at := now();', 'the deadline is held against the beginning of the transaction'],
    ['greatest(moment[l.account], now_at)', 'now_at', 'time runs backwards along the entries when a clock is set back'],
    ['greatest(moment[n.place], now_at)', 'now_at', 'an account forgets the time of its last entry when a clock is set back'],
    [
      'order by a.owner_id, a.coin, a.purpose\n    for no key update of a\n  ) k',
      'for no key update of a\n  ) k',
      'accounts are locked in the order of the batch: two batches wait for each other',
    ],
    [
      'order by a.owner_id, a.coin, a.purpose\n    for no key update of a\n  ) k',
      'order by a.owner_id, a.coin, a.purpose\n  ) k',
      'accounts are not locked: two batches take the same money',
    ],
    ['for no key update of a skip locked', 'for no key update of a', 'held accounts are waited for although not asked'],
    [
      'elsif busy is not null then',
      'elsif busy is not null and missing is null then',
      'an account that is not open hides one that is held',
    ],
    ['if held[account] then', 'if false then', 'an account that is held counts as not open'],
    ['version_after[j] := version[account] + 1;', 'version_after[j] := version[account] + 2;', 'versions have gaps'],
    ['type_version[kind] := type_version[kind] + 1;', 'type_version[kind] := type_version[kind] + 2;', 'type versions have gaps'],
    ['when version_before[account] = 0 then 0', 'when true then 0', 'the entries of a type are numbered from one again'],
    ['and batch.version[n.place] > version_before[n.place];', ';', 'refused postings touch their accounts'],
    ['frozen = batch.frozen[n.place], ', '', 'the frozen balance is never written'],
    ['pending_after[l.leg] - leg_pending[l.leg] else', 'pending_after[l.leg] else', 'an entry does not show what was pending before'],
    [
      'available_after[l.leg] - leg_available[l.leg],',
      'available_after[l.leg] + leg_available[l.leg],',
      'an entry shows the wrong balance before',
    ],
    ['last_kind[account] is distinct from kind and ', '', 'every entry begins a run of its type'],
    [
      'accounts * (array_position(types, a.last_type) - 1) + n.place as last_kind',
      'null::integer as last_kind',
      'every batch begins the runs of its accounts anew',
    ],
    ['when last_kind[account] = kind and last', 'when last', 'entries go on by the number of another type'],
    [
      'if cardinality(found) is distinct from accounts then',
      'if false then',
      'behind an account that is not open each is taken for its neighbour',
    ],
    [' and type_version[kind] is not null;', ';', "the provider's entries begin runs although they are not numbered by type"],
    ['(hold is null) = (d_frozen = 0 and d_pending = 0) and ', '', 'money is frozen without a hold'],
    [' and (d_frozen = 0 or d_pending = 0))\n', ')\n', 'a leg changes two buckets under one hold'],
    ['elsif hold_left[hold] + d_frozen + d_pending < 0 then', 'elsif false then', 'more is taken from a hold than it holds'],
    ['hold_left[hold] + d_frozen + d_pending < 0', 'hold_left[hold] + d_frozen + d_pending <= 0', 'a hold cannot be used up'],
    ['hold_seen_in[hold] = i or ', '', 'a posting makes one hold on two accounts'],
    ['(hold_left[hold] > 0 and hold_place[hold] <> leg_place[leg])', 'false', 'a hold is taken from on another account'],
    ['hold_left[hold] > 0 and hold_place', 'hold_place', 'the name of a hold that is used up is never good again'],
    [
      'hold_left[hold] := hold_left[hold] + leg_frozen[j] + leg_pending[j];',
      'hold_left[hold] := hold_left[hold] + leg_frozen[j];',
      'pending money is not held',
    ],
    ['n.held > 0 and n.remaining = 0;', 'false;', 'a hold that is used up stays'],
    [
      'over (order by hold_id is null, account_owner_ids[account], hold_id)',
      'over (order by hold_id is null, hold_id)',
      'holds of two owners with one id are taken for one',
    ],
    ["where outcome[n.place] = 'posted';", "where outcome[n.place] in ('posted', 'insufficient');", 'a refused posting leaves a trace'],
  ]),
  ...mutantsOf(
    'function ledger.scope_owner',
    [`${LEDGER}/rights.test.ts`],
    [
      ["when s.scope = 'system' then 0", "when s.scope = 'system' then null", 'the system may take from nobody'],
      [
        "pg_has_role(coalesce(nullif(current_setting('role'), 'none'), session_user::text), current_user, 'usage')",
        'true',
        'who names no scope may take from everybody',
      ],
    ],
  ),
  ...mutantsOf(
    'function ledger.open_accounts',
    [`${LEDGER}/rights.test.ts`],
    [
      ['scope <> any (owner_ids)', 'scope <> all (owner_ids)', "an owner's scope opens accounts of others beside its own"],
      ['scope is null or ', '', 'who names no scope opens accounts'],
    ],
  ),
  ...mutantsOf(
    'function ledger.roll_up',
    [`${LEDGER}/rights.test.ts`],
    [['ledger.scope_owner() is distinct from 0', 'ledger.scope_owner() is null', "an owner's scope folds everybody's entries"]],
  ),
  ...mutantsOf('function ledger.open_accounts', STORE, [
    ['where a.unbounded <> w.unbounded', 'where false', 'an account is taken as open although its floor is another'],
    [
      'on conflict (owner_id, coin, purpose) do nothing',
      'on conflict (owner_id, coin, purpose) do update set unbounded = excluded.unbounded',
      'opening an account again changes its floor',
    ],
  ]),
  ...mutantsOf(
    `${LEDGER}/content-mac.ts`,
    [`${LEDGER}/content-mac.test.ts`],
    [
      ['${counterparty ?? null}${held}]`', '${held}]`', 'the counterparty is not in the MAC'],
      ['${counterparty ?? null}${held}]`', '${counterparty ?? null}]`', 'the hold is not in the MAC'],
      ["hold === undefined ? '' : ", '', 'a leg without a hold has another MAC than it ever had'],
      ['${pending},${charge}', '${charge}', 'pending money is not in the MAC'],
      ['${pending},${charge},', '${pending},', 'the charge is not in the MAC'],
      ['${canonicalJson(posting.note)},', '', 'the note is not in the MAC'],
      ['${JSON.stringify(posting.serial_number)}`', '`', 'the serial number is not in the MAC'],
      ["createHmac('sha256', key)", "createHmac('sha256', 'key')", 'the key is not in the MAC'],
      ['one.text < other.text ? -1', 'one.text < other.text ? 1', 'legs stand in the opposite order'],
    ],
  ),
  ...mutantsOf(
    `${LEDGER}/canonical-json.ts`,
    [`${LEDGER}/content-mac.test.ts`, 'server/src/platform/proof/audit.test.ts'],
    [['one < other ? -1 : 1', 'one < other ? 1 : 1', 'members of a note stand in any order']],
  ),
  ...mutantsOf(`${LEDGER}/store.ts`, STORE, [
    ["error.code === '40001' || error.code === '40P01'", "error.code === '40001'", 'a deadlock is not tried again'],
    ["&& (error.constraint === 'posting_pkey' || error.constraint === 'hold_pkey')", '', 'any double key is tried again'],
    [" || error.constraint === 'hold_pkey'", '', 'two first makers of one hold collide for good'],
    ["error.code === '23505' && ", "error.code === '23514' && ", 'two first makers of one id collide for good'],
    ['frozen !== 0n || pending !== 0n || hold !== undefined', 'false', 'no hold is named'],
    ['results[place - 1] = result', 'results[place] = result', 'a posting is told what became of the one before it'],
    ['if (amount > BIGINT_MAX) return BIGINT_MAX;', '', 'an amount beyond bigint goes round and is made'],
    ['legPostings.push(index + 1)', 'legPostings.push(index)', 'legs belong to the posting before'],
  ]),
  ...mutantsOf('function ledger.version_at', FLOW, [
    ['if middle_at < at then', 'if middle_at <= at then', 'the beginning of a time range is left out'],
    ['return high + 1;', 'return high;', 'the last entry is found after its time'],
  ]),
  ...mutantsOf('function ledger.version_of', FLOW, [
    ['e.version + $5 - e.type_version', 'e.version', 'every entry of a run is taken for its first'],
    ['and e.type_version <= $5 ', '', 'every entry of a type is looked for in its newest run'],
  ]),
  ...mutantsOf('function ledger.last_version', FLOW, [
    ['run.type_version + last - run.version', 'run.type_version', 'of the last run of a type only the first entry is found'],
    ['and e.version = last + step and e.type = $4', 'and e.version = last + step', 'a run goes on over the entries of other types'],
    [' and a.last_type = $4', '', "an account's last type stands for all of its types"],
  ]),
  ...mutantsOf('function ledger.skip_entries', FLOW, [
    ['if counted <= wanted then', 'if counted < wanted then', 'a page begins one entry off'],
    ["pivot_at + interval '1 microsecond'", 'pivot_at', 'entries of one moment are skipped in another order than they are shown'],
    ['undecided := counted - 1;', 'undecided := counted;', 'the pivot is counted twice'],
    ['wanted := wanted - counted;', '', 'what was skipped is skipped again'],
  ]),
  ...mutantsOf(
    'function ledger.roll_up',
    [`${LEDGER}/roll-up.test.ts`, ...FLOW],
    [
      ['due.done + 1, last)', 'due.done, last)', 'an entry is rolled up twice'],
      ['      due.done := last;', '      due.done := last + 1;', 'an entry is never rolled up'],
      ['and clock_timestamp() - started >= budget', 'and false', 'a call goes on until the statement is ended'],
    ],
  ),
  ...mutantsOf(
    'function ledger.fold_entries',
    [`${LEDGER}/roll-up.test.ts`, ...FLOW],
    [
      ['count = t.count + excluded.count', 'count = excluded.count', 'an hour that is rolled up in two parts loses the first'],
      ['charge = t.charge + excluded.charge', 'charge = excluded.charge', 'the charges of an hour lose the first part'],
      [
        'sum(greatest(e.change, 0)), sum(greatest(-e.change, 0))',
        'sum(e.change), sum(-e.change)',
        'in and out of an hour cancel each other',
      ],
      ["date_trunc('hour', e.posted_at, 'UTC')", "date_trunc('day', e.posted_at, 'UTC')", 'hours are days'],
      ['group by e.hour, e.type', 'group by e.hour, e.type, e.charge', 'an hour with two fees cannot be rolled up'],
    ],
  ),
];
