import { type Hex, parseAbi, parseEventLogs, type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';

/** What a node says became of a transaction; undefined while it has it in no block. */
export async function receiptOf(client: Pick<PublicClient, 'getTransactionReceipt'>, hash: Hex): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** A transfer that a transaction made, of whatever token; addresses in small letters, as nodes write them. */
export interface ReceiptTransfer {
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly raw: bigint;
}

const TRANSFER = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);

/** The transfers of tokens that a transaction made, in their order. */
export function transfersIn({ logs }: Pick<TransactionReceipt, 'logs'>): ReceiptTransfer[] {
  const small = (address: Hex) => address.toLowerCase() as Hex;
  return parseEventLogs({ abi: TRANSFER, logs }).map(({ address, args }) => ({
    token: small(address),
    from: small(args.from),
    to: small(args.to),
    raw: args.value,
  }));
}
