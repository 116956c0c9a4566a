import { expect } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

/** The pages of the ledger, with much, nothing and trouble on them. */
export function ledgerScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  return [
    { name: 'operator-accounts', title: t('menu.ledgerAccounts'), path: '/operator/ledger/accounts' },
    { name: 'operator-account-details', path: '/operator/ledger/accounts?open=1+USDP+bank' },
    { name: 'operator-accounts-none', path: '/operator/ledger/accounts?owner_id=39999999' },
    {
      name: 'operator-manual-posting',
      path: '/operator/ledger/accounts',
      act: async (page) => {
        await page.getByRole('button', { name: t('ledger.manual'), exact: true }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('ledger.continue') })
          .click();
      },
    },
    { name: 'operator-entries', title: t('ledger.entriesTitle'), path: '/operator/ledger/entries' },
    { name: 'operator-postings', title: t('menu.ledgerPostings'), path: '/operator/ledger/postings' },
    {
      name: 'operator-posting',
      path: '/operator/ledger/postings?transaction_type=payment',
      act: async (page) =>
        page
          .locator('main')
          .getByRole('button', { name: /PO[0-9A-Z]{14}/ })
          .first()
          .click(),
    },
    { name: 'operator-reserves', title: t('menu.reserves'), path: '/operator/reserves' },
    { name: 'operator-reserves-coin', path: '/operator/reserves?open=USDP' },
    {
      name: 'operator-reserves-short',
      path: '/operator/reserves?short',
      act: async (page) => {
        await page.route('**/v1/operator/ledger/reserves', async (route) => {
          const response = await route.fetch();
          const envelope = await response.json();
          const list = envelope.data.list.map((row: object) => ({
            ...row,
            held: '1234567890.12',
            difference: '-98765432109.88',
            state: 'short',
          }));
          await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, list } } });
        });
        await page.reload();
        await expect(page.getByText(t('ledger.reserve.short')).first()).toBeVisible();
      },
    },
    {
      name: 'operator-attest',
      path: '/operator/reserves',
      act: async (page) =>
        page
          .getByRole('button', { name: t('ledger.attest'), exact: true })
          .first()
          .click(),
    },
    { name: 'operator-attestations', title: t('ledger.attestationsTitle'), path: '/operator/ledger/attestations' },
    { name: 'operator-liability-statements', title: t('ledger.statementsTitle'), path: '/operator/ledger/liabilities' },
    { name: 'operator-verification', title: t('menu.verification'), path: '/operator/ledger/verification' },
    {
      name: 'operator-verification-broken',
      path: '/operator/ledger/verification?broken',
      act: async (page) => {
        await page.route('**/v1/operator/ledger/run/query', (route) => route.fulfill({ json: BROKEN_RUNS }));
        await page.goto('/operator/ledger/verification?open=019ab1f0-7d3c-7000-8000-0123456789ab');
        await expect(page.getByRole('heading', { name: t('ledger.breaks') })).toBeVisible();
      },
    },
  ];
}

/** A verification that found something and could not finish, and a checkpoint made by command. */
const BROKEN_RUNS = {
  code: 200,
  msg: 'ok',
  detail: '',
  request_id: 'broken',
  data: {
    total: 2,
    total_is_exact: true,
    next_cursor: null,
    list: [
      {
        run_id: '019ab1f0-7d3c-7000-8000-0123456789ab',
        kind: 'verification',
        state: 'stopped',
        step: 'seals',
        asked_by: { staff_id: 1003, name: 'Nguyễn Thị Phương Thảo Kiểm Toán Trưởng' },
        create_time: '2026-11-21T08:00:00.000Z',
        finish_time: '2026-11-21T08:00:45.000Z',
        verification: {
          accounts: 0,
          postings: 0,
          entries: 0,
          audit_entries: 0,
          unsealed: 0,
          duration_ms: 45_012,
          breaks: [
            {
              check: 'every posting is what its content MAC was made of',
              where: 'posting 10000001 019ab1f0-7d3c-7000-8000-0123456789ab',
              found: 'payment PO01ABCDEFGH123456 was not made so',
            },
            { check: 'all accounts of a coin together are zero', where: 'coin USDP', found: '1' },
          ],
          compared_with: null,
        },
        checkpoint: null,
      },
      {
        run_id: '019ab1f0-7d3c-7000-8000-0123456789aa',
        kind: 'checkpoint',
        state: 'done',
        step: null,
        asked_by: null,
        create_time: '2026-11-21T07:00:00.000Z',
        finish_time: '2026-11-21T07:00:02.000Z',
        verification: null,
        checkpoint: {
          made_at: '2026-11-21T07:00:00.000Z',
          round: '1234',
          entries: '123456789',
          postings: '41234567',
          place: 'worker-1.example.com:/mnt/elsewhere/checkpoint-2026-11-21T07-00-00.000Z.json',
          fingerprint: 'a'.repeat(64),
          public_key: 'the public key',
        },
      },
    ],
  },
};
