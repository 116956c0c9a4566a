import {
  type Hex,
  parseAbi,
  parseEventLogs,
  type PublicClient,
  serializeTransaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';

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

/** A transaction of Ethereum's kind as it was signed, made again of the fields that a node tells; undefined where it has none of that name, or one of another kind. */
export async function rawAt(client: Pick<PublicClient, 'getTransaction'>, hash: Hex): Promise<Hex | undefined> {
  try {
    const { type, chainId, nonce, gas, to, value, input, maxFeePerGas, maxPriorityFeePerGas, r, s, yParity } = await client.getTransaction({
      hash,
    });
    if (type !== 'eip1559' || chainId === undefined) return undefined;
    const fields = { type, chainId, nonce, gas, to, value, data: input, maxFeePerGas, maxPriorityFeePerGas } as const;
    return serializeTransaction(fields, { r, s, yParity: yParity ?? 0 });
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  }
}
