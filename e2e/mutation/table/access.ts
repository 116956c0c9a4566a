import { type Mutant, mutantsOf } from '../mutant.ts';

const PLATFORM = 'server/src/platform';

/** Sessions and signed requests. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    `${PLATFORM}/security/sessions.ts`,
    [`${PLATFORM}/security/sessions.test.ts`],
    [
      ['where session.expires_at > now() and', 'where', 'a session outlives the time that it was given'],
      [' and session.last_seen_at > now() - policy.idle', '', 'an idle session stays open'],
      [
        'session.created_at > now() - policy.absolute',
        'true',
        'a policy that makes sessions shorter leaves those that are open as they were',
      ],
      [
        'session.owner_id = asked.owner_id and session.token_hash = asked.token_hash group',
        'session.owner_id = asked.owner_id group',
        'any token of an owner with a session is taken',
      ],
      [
        'const session = key && (await this.#find(key));\n    return session?.party === party ? session',
        'const session = key && (await this.#find(key));\n    return session ? session',
        "a payer's token opens the console",
      ],
      [
        "session?.party === party && session.ownerStatus === 'normal'",
        'session?.party === party',
        'a stream outlives the suspension of its owner',
      ],
      [
        "session?.party === party && session.ownerStatus === 'normal'",
        "session?.ownerStatus === 'normal'",
        "a payer's token opens a merchant's stream",
      ],
      ["this.#findMany(keys, 'unnoted')", "this.#findMany(keys, 'noted')", 'an open stream keeps its session alive for ever'],
      ["this.#findMany(keys, 'noted')", "this.#findMany(keys, 'unnoted')", 'a session in use ends as if it were idle'],
      [
        "case session.party when 'merchant' then merchant_idle_min else user_idle_min end) as idle",
        "case session.party when 'user' then merchant_idle_min else user_idle_min end) as idle",
        "a merchant's session idles as long as a payer's",
      ],
      ['[ownerId, tokenHash(token), party,', '[ownerId, Buffer.from(token), party,', 'the token itself is stored'],
      ['for no key update of session skip locked', 'for no key update of session', 'noting a session waits for whoever has its row'],
      [
        'delete from session where owner_id = $1 and token_hash = $2',
        'delete from session where owner_id = $1 and $2::bytea is not null',
        'a logout ends every session of its owner',
      ],
      ['found[index] = {', 'found[0] = {', 'of two sessions looked up together one gets the other'],
      ['SEEN_NOTED_EVERY_S = 60', 'SEEN_NOTED_EVERY_S = 0', 'every look at a session writes'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/security/signed-requests.ts`,
    [`${PLATFORM}/security/signed-requests.test.ts`],
    [
      [
        'given.length !== expected.length || !timingSafeEqual(given, expected)',
        'given.length !== expected.length',
        'any signature of the right length is taken',
      ],
      ['given.length !== expected.length || !', '!', 'a signature of another length is a fault'],
      [
        'Math.abs(now - Number(timestamp)) > SIGNATURE_WINDOW_S',
        'now - Number(timestamp) > SIGNATURE_WINDOW_S',
        'a time in the far future is taken',
      ],
      ['if (!ipPermitted(key.ip_permission, from)) throw', 'if (false) throw', 'the IP permission is not looked at'],
      ['return permitted.length === 0 || isWithin', 'return isWithin', 'an empty list permits nobody'],
      ['if (nonce.length > LONGEST_NONCE) throw', 'if (nonce.length > 1_000_000) throw', 'a nonce may have any length'],
      ["SIGNATURE.test(signature) ? signature : ''", 'signature', 'a signature with rubbish behind it is taken'],
      ['/^[0-9a-f]{64}$/i', '/^[0-9a-f]{64}$/', 'a signature in capitals is refused'],
      ["update(body).digest('hex')", "update('').digest('hex')", 'the body is not compared with what was signed'],
      ['textToSign({ method, path, query,', "textToSign({ method, path, query: '',", 'the query is not compared with what was signed'],
      ['if (!(await this.#noteNonce(caller))) throw', 'if (!this.#noteNonce(caller)) throw', 'a replayed request is taken'],
      ['fresh.delete(`', 'fresh.has(`', 'of two equal nonces in one batch both are taken'],
      [
        'select merchant_id, nonce, now() + make_interval(secs => ${NONCE_KEPT_S})',
        'select merchant_id, nonce, now()',
        'a nonce is forgotten at once',
      ],
      ['2 * SIGNATURE_WINDOW_S + 60', 'SIGNATURE_WINDOW_S', 'a nonce is forgotten while its request is still good'],
      [
        'select * from access_key where access_key.merchant_id = asked.merchant_id and access_key.access_key = asked.access_key\n',
        'select * from access_key where access_key.merchant_id = asked.merchant_id\n',
        'any key of the merchant is taken for the one asked for',
      ],
      ['found[Number(row.position) - 1] = row', 'found[0] = row', 'of two keys looked up together one gets the other'],
      ['if (key.use_to_be_noted) await', 'if (!key.use_to_be_noted) await', 'the last use of a key is never noted'],
    ],
  ),
  ...mutantsOf(
    `${PLATFORM}/http/client-address.ts`,
    [`${PLATFORM}/security/signed-requests.test.ts`, `${PLATFORM}/http/client-connections.test.ts`],
    [
      ['range.kind() === address.kind() && address.match', 'address.match', 'an IPv6 caller with an IPv4 permission is a fault'],
      ["network.includes(':') ? 128 : 32", "network.includes(':') ? 64 : 32", 'an IPv6 address permits its whole network'],
      ['const address = ipaddr.process(ip);', 'const address = ipaddr.parse(ip);', 'an IPv4 caller over an IPv6 socket is refused'],
      ['if (networks.length === 0) return false;', 'if (networks.length === 0) return true;', 'no network at all holds every address'],
    ],
  ),
  ...mutantsOf(
    'server/src/domain/ip-range.ts',
    ['server/src/features/access-key/permitted-ips.test.ts'],
    [
      ['if (prefix > width) return undefined;', '', 'a prefix longer than the address is taken'],
      ['rest.length > 0 || ', '', 'a text with two slashes is taken'],
      ["text.includes(':') && !text.includes('%')", "text.includes(':')", 'an address with a zone is taken'],
      ['prefix - MAPPED_PREFIX_BITS)', 'prefix)', 'a mapped range is wider than what was asked for'],
    ],
  ),
  ...mutantsOf(
    'server/src/features/access-key/permitted-ips.ts',
    ['server/src/features/access-key/permitted-ips.test.ts'],
    [['[...new Set(normal as string[])]', 'normal as string[]', 'doubles are kept']],
  ),
];
