import * as calls from '@purser/contract/features/ledger';
import { type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { accounts, accountsFile } from './accounts.ts';
import { entries, entriesFile } from './entries.ts';
import { enterManualPosting } from './manual-posting.ts';
import { postingDetail, postings, postingsFile } from './postings.ts';
import { addAttestation, attestations, attestationsFile, reserves } from './reserves.ts';
import { askForRun, runs, runsFile } from './runs.ts';

export function ledgerRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, accounts),
    exportRoute(platform, calls.ledgerAccountExport, accounts, accountsFile),
    listRoute(platform, entries),
    exportRoute(platform, calls.ledgerEntryExport, entries, entriesFile),
    listRoute(platform, postings),
    exportRoute(platform, calls.ledgerPostingExport, postings, postingsFile),
    staffRoute(calls.ledgerPostingDetail, (input) => postingDetail(platform, input)),
    staffRoute(calls.ledgerManualPostingEnter, (input, context) => enterManualPosting(platform, input, context)),
    staffRoute(calls.ledgerReserves, () => reserves(platform)),
    listRoute(platform, attestations),
    exportRoute(platform, calls.ledgerAttestationExport, attestations, attestationsFile),
    staffRoute(calls.ledgerAttestationAdd, (input, context) => addAttestation(platform, input, context)),
    listRoute(platform, runs),
    exportRoute(platform, calls.ledgerRunExport, runs, runsFile),
    staffRoute(calls.ledgerVerify, (_input, context) => askForRun(platform, 'verification', context)),
    staffRoute(calls.ledgerCheckpoint, (_input, context) => askForRun(platform, 'checkpoint', context)),
  ];
}
