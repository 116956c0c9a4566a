/** Lengths that both the schemas and the forms know; apart from the schemas so that a form needs no validator. */
export const LONGEST_USERNAME = 64;
export const LONGEST_PASSWORD = 128;
