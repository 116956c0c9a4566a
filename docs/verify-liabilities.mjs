// Checks that a balance is part of what a provider has stated to owe. Needs Node 20 or newer, or a browser, and nothing else:
//
//   node verify-liabilities.mjs proof.json ROOT
//
// ROOT is the coin's root as it was published, copied from a place that shows everybody the same one. Ends with 0 when the balance is
// included, with 1 when it is not. What is hashed how is told in ADR 0058.

const [LEAF, NODE, ROOT] = [0, 1, 2];
/** A tree of so many levels has more leaves than can be counted in 64 bits. */
const MOST_STEPS = 64;

function refuse(why) {
  throw new Error(why);
}

/** `size` bytes, written as hexadecimal digits. */
function bytes(digits, size) {
  if (typeof digits !== 'string' || digits.length !== size * 2 || !/^[0-9a-f]*$/.test(digits)) refuse(`${digits} is not ${size} bytes`);
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

/** A whole number, not negative, in `size` bytes, the highest first. */
function integer(number, size) {
  if (!/^(0|[1-9][0-9]{0,38})$/.test(String(number))) refuse(`${number} is no whole number that an amount or count can be`);
  const digits = BigInt(number).toString(16);
  if (digits.length > size * 2) refuse(`${number} is too large`);
  return bytes(digits.padStart(size * 2, '0'), size);
}

async function sha256(kind, parts) {
  const hash = await crypto.subtle.digest('SHA-256', Uint8Array.from([kind, ...parts.flatMap((part) => [...part])]));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Both halves of a sum are hashed, each with its count: hashing their total only would let a provider leave money out. */
const side = ({ sum, count, hash }) => [integer(sum, 16), integer(count, 8), bytes(hash, 32)];

/**
 * Checks a proof against the root that was published for its coin. Throws when it does not hold, whatever it is that was changed;
 * gives what is proven: who is owed how much, in minor units, of how much in all to how many, as of when.
 */
export async function verifyProof(proof, root) {
  if (proof.version !== 1) refuse('this is no proof of version 1');
  const coin = new TextEncoder().encode(proof.coin_name);
  const stated = [bytes(proof.statement_id.replaceAll('-', ''), 16), integer(coin.length, 1), coin, integer(proof.decimals, 1)];
  const leaf = [...stated, integer(proof.owner_id, 8), integer(proof.balance, 16), bytes(proof.nonce, 32)];
  let node = { sum: BigInt(proof.balance), count: 1n, hash: await sha256(LEAF, leaf) };
  if (proof.path.length > MOST_STEPS) refuse('the path is too long');
  for (const step of proof.path) {
    if (step.side !== 'left' && step.side !== 'right') refuse('a step of the path has no side');
    if (step.count === '0') refuse('a step of the path counts nobody');
    const [left, right] = step.side === 'left' ? [step, node] : [node, step];
    const hash = await sha256(NODE, [...side(left), ...side(right)]);
    node = { sum: BigInt(left.sum) + BigInt(right.sum), count: BigInt(left.count) + BigInt(right.count), hash };
  }
  const found = await sha256(ROOT, [...stated, integer(Date.parse(proof.made_at), 8), ...side(node)]);
  if (String(node.sum) !== proof.sum || String(node.count) !== proof.count)
    refuse('the path does not come to the sum and count of the proof');
  if (found !== root || found !== proof.root) refuse('the path does not lead to this root');
  return { owner_id: proof.owner_id, balance: proof.balance, sum: proof.sum, count: proof.count, made_at: proof.made_at };
}

const written = (minor, { decimals, coin_name }) => {
  const digits = minor.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`} ${coin_name}`;
};

const { argv = [] } = globalThis.process ?? {};
if (argv[1]?.endsWith('verify-liabilities.mjs')) {
  try {
    if (argv.length !== 4) refuse('Usage: node verify-liabilities.mjs proof.json ROOT');
    const proof = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(argv[2], 'utf8'));
    const { owner_id, balance, sum, count, made_at } = await verifyProof(proof, argv[3].toLowerCase());
    console.log(
      `INCLUDED: ${written(balance, proof)} owed to ${owner_id} at ${made_at}, of ${written(sum, proof)} owed to ${count} owners.`,
    );
  } catch (error) {
    console.error(`NOT INCLUDED: ${error.message}`);
    process.exitCode = 1;
  }
}
