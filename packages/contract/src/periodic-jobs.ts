/** What the worker and the watcher do again and again, by the names that it reports. */
export const PERIODIC_JOBS = [
  'count-link-payments',
  'count-turnover',
  'erase-identities',
  'expire-orders',
  'fetch-rates',
  'forget-expired',
  'look-at-holds',
  'look-at-payouts',
  'publish-content',
  'recover-jobs',
  'release-adjustments',
  'remove-files',
  'roll-up-fund-flow',
  'seal-entries',
  'sweep-file-storage',
  'watch-chains',
] as const;
