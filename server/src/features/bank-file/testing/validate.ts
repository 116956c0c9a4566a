import { readFileSync } from 'node:fs';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

/** What is wrong with a message under the schema of pain.001.001.09; nothing when it is valid. */
export function painProblems(xml: string): string[] {
  using schema = XmlDocument.fromString(readFileSync(new URL('./pain.001.001.09.xsd', import.meta.url), 'utf8'));
  using validator = XsdValidator.fromDoc(schema);
  using message = XmlDocument.fromString(xml);
  try {
    validator.validate(message);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map((detail) => detail.message);
  }
}
