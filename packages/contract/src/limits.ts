/** Lengths that both the schemas and the forms know; apart from the schemas so that a form needs no validator. */
export const LONGEST_USERNAME = 64;
export const SHORTEST_USERNAME = 3;
export const LONGEST_PASSWORD = 128;
/** A password that a wallet user chooses has as many characters at least. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_NICK = 40;
/** A password that a merchant chooses has as many characters at least; what staff choose, the sign-in policy says. */
export const SHORTEST_MERCHANT_PASSWORD = 12;
/** The longest text that is looked at as an address on a chain. */
export const LONGEST_ADDRESS = 128;
/** The longest TXID of a recharge. */
export const LONGEST_TXID = 100;
