/**
 * What is asked for, as rows: arrays of these types, the statement's first values, with ordinality. They are selected, so that the planner does
 * not know how many are asked for: one plan does for any number, and is kept.
 *
 * @example `from ${askedRows('bigint', 'text')} as asked (merchant_id, name, position)`
 */
export function askedRows(...types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `(select $${index + 1}::${type}[])`).join(', ')}) with ordinality`;
}
