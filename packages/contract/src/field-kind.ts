import { z } from 'zod';

/**
 * What a field of a row means beyond its type on the wire. Lists map, show and export a row by its fields' kinds:
 * - `money`: an amount in the row's coin;
 * - `decimal`: a decimal number with its own places: an amount in another coin than the row's, a rate, a percentage;
 * - `coin`: the coin that the row's money is in;
 * - `instant`: a moment;
 * - `id`: a number or text that names one thing and is copied rather than read;
 * - `choice`: one of a few words that the contract lists, such as a state;
 * - `number`, `text`, `other`: what it is on the wire and no more.
 */
export type FieldKind = 'money' | 'decimal' | 'coin' | 'instant' | 'id' | 'choice' | 'number' | 'text' | 'other';

const KIND: unique symbol = Symbol('kind');

/** A schema that says what its field means. The wire form and the OpenAPI document know nothing of it. */
export type Tagged<Schema extends z.ZodType, Kind extends FieldKind> = Schema & { readonly [KIND]: Kind };

/** Says what fields of this schema mean. `.nullable()` and `.optional()` keep the kind, every other method makes an untagged schema. */
export function tagged<Schema extends z.ZodType, const Kind extends FieldKind>(kind: Kind, schema: Schema): Tagged<Schema, Kind> {
  return Object.assign(schema, { [KIND]: kind } as { readonly [KIND]: Kind });
}

/** The kind that a field was tagged with, or what its schema tells by itself. */
export function kindOf(schema: z.core.$ZodType): FieldKind {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return kindOf(schema.unwrap());
  if (KIND in schema) return schema[KIND] as FieldKind;
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodNumber) return 'number';
  return schema instanceof z.ZodString ? 'text' : 'other';
}

type KindOf<Schema> = Schema extends z.ZodNullable<infer Inner> | z.ZodOptional<infer Inner> | z.ZodDefault<infer Inner>
  ? KindOf<Inner>
  : Schema extends { readonly [KIND]: infer Kind }
    ? Kind
    : Schema extends z.ZodEnum
      ? 'choice'
      : Schema extends z.ZodNumber
        ? 'number'
        : Schema extends z.ZodString
          ? 'text'
          : 'other';

/** The names of the row's fields of a kind, for the type checker. */
export type FieldsOfKind<Row extends z.ZodObject, Kind extends FieldKind> = {
  [Name in keyof Row['shape'] & string]: KindOf<Row['shape'][Name]> extends Kind ? Name : never;
}[keyof Row['shape'] & string];
