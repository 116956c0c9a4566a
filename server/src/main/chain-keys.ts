import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addressOf } from '../domain/chain-address.ts';
import { newMnemonic, readKeyFile, readPassphrase, writeKeyFile } from '../features/usdt-withdrawal/signer/key-file.ts';
import { depositAccounts, hotKey, sweepKeys } from '../features/usdt-withdrawal/signer/keys.ts';

/**
 * purser chain keys new: writes a key file with a new mnemonic, and shows the mnemonic this once, to be written on paper.
 *
 * purser chain keys restore: writes a key file from a mnemonic in a file, to be destroyed afterwards.
 *
 * purser chain keys show: what may be known of a key file: the addresses that payouts are sent from, and the accounts that deposit addresses are made of.
 */
const USAGE = `Usage: npm run chain -- keys new KEY_FILE PASSPHRASE_FILE
       npm run chain -- keys restore KEY_FILE PASSPHRASE_FILE MNEMONIC_FILE
       npm run chain -- keys show KEY_FILE PASSPHRASE_FILE`;

/** npm runs scripts in the folder of the package, and tells where it was called. */
const pathOf = (file: string): string => resolve(process.env['INIT_CWD'] ?? '.', file);

function tell(mnemonic: string): void {
  const { evm, tron } = depositAccounts(mnemonic);
  console.log(`Payouts are sent from ${hotKey(mnemonic).address}: it needs USDT, and the network's own coin for gas.`);
  console.log(`On TRON they are sent from ${addressOf('tron', hotKey(mnemonic, 'tron').address)}: it needs USDT, and TRX for energy.`);
  console.log(`Deposit addresses are given gas for sweeps from ${sweepKeys(mnemonic).gas.address}: it needs the network's own coin.`);
  console.log(`On TRON they are given TRX for it from ${addressOf('tron', sweepKeys(mnemonic, 'tron').gas.address)}.`);
  console.log(`Deposit addresses on networks of Ethereum's kind are made of\n  ${evm}\nand on TRON of\n  ${tron}`);
}

async function makeKeys(file: string, passphraseFile: string): Promise<void> {
  const mnemonic = newMnemonic();
  await writeKeyFile(pathOf(file), mnemonic, await readPassphrase(pathOf(passphraseFile)));
  console.log(
    `Write these words on paper, in this order. They are not shown again, and whoever has them has the money:\n\n  ${mnemonic}\n`,
  );
  tell(mnemonic);
}

async function restoreKeys(file: string, passphraseFile: string, mnemonicFile: string): Promise<void> {
  const mnemonic = (await readFile(pathOf(mnemonicFile), 'utf8')).trim().split(/\s+/).join(' ');
  await writeKeyFile(pathOf(file), mnemonic, await readPassphrase(pathOf(passphraseFile)));
  tell(mnemonic);
}

async function showKeys(file: string, passphraseFile: string): Promise<void> {
  tell(await readKeyFile(pathOf(file), await readPassphrase(pathOf(passphraseFile))));
}

function asked(): (() => Promise<void>) | undefined {
  const [subject, command, file, passphraseFile, mnemonicFile, ...rest] = process.argv.slice(2);
  if (subject !== 'keys' || file === undefined || passphraseFile === undefined || rest.length > 0) return undefined;
  if (command === 'restore' && mnemonicFile !== undefined) return () => restoreKeys(file, passphraseFile, mnemonicFile);
  if (mnemonicFile !== undefined) return undefined;
  if (command === 'new') return () => makeKeys(file, passphraseFile);
  if (command === 'show') return () => showKeys(file, passphraseFile);
  return undefined;
}

const work = asked();
if (work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
