import { resolve } from 'node:path';
import { mailSettings, type MailSettings, signingKey, smsSettings, type SmsSettings } from '@purser/contract/message-provider';
import { SHARD_GROUP_COUNTS, type ShardGroupCount } from '@purser/ledger/shard-groups';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { nodeHeaders, type NodeHeaders } from './chain/node-headers.ts';
import type { S3Settings } from './files/s3-storage.ts';
import { type ConnectionLimits, USUAL_LIMITS } from './http/client-connections.ts';

/** Everything that is set from outside, read once at start. Section by section as docs/operate.md describes it. */
export interface Settings {
  /** The address to listen on; `localhost` is both loopback addresses. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where the outside reaches this server, without a slash at the end. */
  readonly publicUrl: string;
  /** Where staff reach the operator console, without a slash at the end, if not at the public address. */
  readonly operatorUrl: string | undefined;
  readonly dataFolder: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Connects as a login that may take on purser_operator; undefined: by `databaseUrl`. */
  readonly operatorDatabaseUrl: string | undefined;
  readonly demo: boolean;
  /** 32 bytes; undefined only in a demo, which makes its own and keeps it in the data folder. */
  readonly masterKey: Buffer | undefined;
  /** Addresses and networks whose X-Forwarded-* headers count. */
  readonly trustedProxies: readonly string[];
  /** Host names beside the public address's under which this server answers. */
  readonly hosts: readonly string[];
  /** Where the console may reach the API, as origins; none: where its page came from. */
  readonly apiHosts: readonly string[];
  /** Who sends it as a bearer token may read /metrics; without it nobody may, except in a demo. */
  readonly metricsToken: string | undefined;
  readonly logLevel: LogLevel;
  /** In how many groups of shards owners are divided. */
  readonly shardGroups: ShardGroupCount;
  /** How many connections and event streams may be open at a time. */
  readonly limits: ConnectionLimits;
  /** Private targets that webhooks and messages may be sent to all the same. */
  readonly webhookAllow: readonly AllowedTarget[];
  /** What nodes of chains are sent in headers, by their hosts. */
  readonly nodeHeaders: NodeHeaders;
  /** Where mail goes out until staff say otherwise. */
  readonly mail: MailSetting | undefined;
  /** The same for text messages. */
  readonly sms: SmsSetting | undefined;
  /** The bucket for files; without one they lie below the data folder. */
  readonly s3: S3Settings | undefined;
}

export interface MailSetting {
  readonly settings: MailSettings;
  readonly password: string;
}

export interface SmsSetting {
  readonly settings: SmsSettings;
  /** The key of Standard Webhooks that requests to the gateway are signed with. */
  readonly key: string;
}

/** A network, in CIDR notation, and the one port of it that is meant; without a port, all. */
export interface AllowedTarget {
  readonly network: string;
  readonly port: number | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Settings that cannot be used; each line of the message names a variable and says what is wanted. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const MASTER_KEY_BYTES = 32;
const DEFAULT_PORT = 3000;
const HOST_FORM = /^[\w.:-]+$/;
const DEMO_STAYS_HERE =
  'HOST: must be localhost, 127.0.0.1 or ::1 while PURSER_DEMO=1: everybody knows the passwords of a demo, and they must not be of use from elsewhere';
const MASTER_KEY_RECIPE = 'make one with: openssl rand -base64 32';

/** Reads and validates the settings; an empty variable counts as unset. Throws SettingsError with every problem at once. */
export function readSettings(environment: Environment): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
  const parsed = VARIABLES.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  if (given['PURSER_DEMO'] === '0') problems.push(...missingForProduction(given));
  else if (HOST_FORM.test(given['HOST'] ?? '') && !isLoopback(given['HOST'] ?? '')) problems.push(DEMO_STAYS_HERE);
  problems.push(
    ...missingBeside(given, 'PURSER_SMTP_URL', 'PURSER_MAIL_FROM'),
    ...missingBeside(given, 'PURSER_SMS_URL', 'PURSER_SMS_KEY'),
    ...missingBeside(given, 'PURSER_S3_URL', 'PURSER_S3_KEY_ID'),
    ...missingBeside(given, 'PURSER_S3_URL', 'PURSER_S3_SECRET'),
  );
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const set = parsed.data;
  const from = set.PURSER_MAIL_FROM;
  return {
    host: set.HOST,
    port: set.PORT,
    publicUrl: set.PURSER_PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    operatorUrl: set.PURSER_OPERATOR_URL,
    dataFolder: set.PURSER_DATA,
    databaseUrl: set.DATABASE_URL,
    operatorDatabaseUrl: set.PURSER_OPERATOR_DATABASE_URL,
    demo: set.PURSER_DEMO,
    masterKey: set.PURSER_MASTER_KEY,
    trustedProxies: set.PURSER_TRUSTED_PROXIES,
    hosts: set.PURSER_HOSTS,
    apiHosts: set.PURSER_API_HOSTS,
    metricsToken: set.PURSER_METRICS_TOKEN,
    logLevel: set.PURSER_LOG_LEVEL,
    shardGroups: set.PURSER_SHARD_GROUPS,
    limits: {
      connections: set.PURSER_MAX_CONNECTIONS,
      connectionsPerAddress: set.PURSER_MAX_CONNECTIONS_PER_ADDRESS,
      streamsPerAddress: set.PURSER_MAX_STREAMS_PER_ADDRESS,
    },
    webhookAllow: set.PURSER_WEBHOOK_ALLOW,
    nodeHeaders: set.PURSER_NODE_HEADERS,
    mail: set.PURSER_SMTP_URL && from && { settings: { ...set.PURSER_SMTP_URL.server, ...from }, password: set.PURSER_SMTP_URL.password },
    sms:
      set.PURSER_SMS_URL === undefined || set.PURSER_SMS_KEY === undefined
        ? undefined
        : { settings: { address: set.PURSER_SMS_URL, from_name: from?.from_name ?? USUAL_SENDER }, key: set.PURSER_SMS_KEY },
    s3:
      set.PURSER_S3_URL === undefined
        ? undefined
        : { url: set.PURSER_S3_URL, region: set.PURSER_S3_REGION, keyId: set.PURSER_S3_KEY_ID ?? '', secret: set.PURSER_S3_SECRET ?? '' },
  };
}

/** Those of a command that works on the database which is named, else on the quick start's: it listens nowhere, and wants nothing of real use. */
export function readCommandSettings(environment: Environment): Settings {
  return readSettings({ ...environment, HOST: undefined, PURSER_DEMO: '1' });
}

/** Variables that look like ours and are none: a typing error would otherwise go unnoticed. */
export function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment).filter((name) => /^PURSER_(?!TEST_)/.test(name) && !(name in VARIABLES.shape) && !INTERNAL.has(name));
}

/** Set by the scripts that start the server, for the server. */
const INTERNAL: ReadonlySet<string> = new Set(['PURSER_FOLLOWS_PARENT']);

function missingForProduction(given: Environment): string[] {
  const problems: string[] = [];
  if (given['PURSER_MASTER_KEY'] === undefined) {
    problems.push(`PURSER_MASTER_KEY: is required when PURSER_DEMO=0: 32 random bytes in base64 (${MASTER_KEY_RECIPE})`);
  }
  if (given['PURSER_PUBLIC_URL'] === undefined) {
    problems.push(
      'PURSER_PUBLIC_URL: is required when PURSER_DEMO=0: the address people reach this server by, such as https://pay.example.com',
    );
  }
  for (const name of ['PURSER_PUBLIC_URL', 'PURSER_OPERATOR_URL']) {
    const address = given[name] ?? '';
    if (URL.canParse(address) && new URL(address).protocol === 'http:' && !isLoopback(new URL(address).hostname)) {
      problems.push(`${name}: must begin with https:// when PURSER_DEMO=0: passwords and money must not cross a network in the clear`);
    }
  }
  return problems;
}

/** A variable that is of no use without another. */
function missingBeside(given: Environment, set: string, wanted: string): string[] {
  return given[set] !== undefined && given[wanted] === undefined ? [`${wanted}: is required beside ${set}`] : [];
}

function isLoopback(hostname: string): boolean {
  return (
    ['localhost', '::1', '[::1]'].includes(hostname) || (ipaddr.IPv4.isValid(hostname) && ipaddr.parse(hostname).range() === 'loopback')
  );
}

/** A check that is its own message: what the variable must be. */
function text<T>(wanted: string, read: (value: string) => T | undefined): z.ZodType<T, string> {
  return z.string().transform((value, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `must be ${wanted}` });
    return z.NEVER;
  });
}

/** As `text`, and the message quotes what was given; never for a secret. */
function open<T>(wanted: string, read: (value: string) => T | undefined): z.ZodType<T, string> {
  return z.string().transform((value, context) => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `must be ${wanted}, not "${value}"` });
    return z.NEVER;
  });
}

function readPort(value: string): number | undefined {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;
}

function readDatabaseUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1 ? value : undefined;
}

function readPublicUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const plain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return plain && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined;
}

/** Plain http only to this machine: the key signs requests and does not hide what is in them. */
function readBucketUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === '' && url.pathname !== '/';
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    ? value.replace(/\/$/, '')
    : undefined;
}

function readMasterKey(value: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(value)) return undefined;
  const key = Buffer.from(value, 'base64');
  return key.length === MASTER_KEY_BYTES ? key : undefined;
}

function readList<T>(value: string, read: (item: string) => T | undefined): T[] | undefined {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** An address or a network, written as a network. */
function readNetwork(value: string): string | undefined {
  if (ipaddr.isValidCIDR(value)) return value;
  // The IPv4 parser also takes 1 and 0x7f.1; only what people write is taken here.
  if (ipaddr.IPv4.isValidFourPartDecimal(value)) return `${value}/32`;
  return ipaddr.IPv6.isValid(value) ? `${value}/128` : undefined;
}

function readTarget(value: string): AllowedTarget | undefined {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(value);
  const dotted = /^([\d./]+)(?::(\d{1,5}))?$/.exec(value);
  const [, address, portText] = bracketed ?? dotted ?? [undefined, value, undefined];
  const network = readNetwork(address ?? '');
  const port = portText === undefined ? undefined : readPort(portText);
  if (network === undefined || (portText !== undefined && (port === undefined || port === 0))) return undefined;
  return { network, port };
}

/** smtps:// is encrypted from the first byte, smtp:// by STARTTLS, smtp+plain:// not at all. */
const SMTP_SCHEMES = { 'smtps:': ['tls', 465], 'smtp:': ['starttls', 587], 'smtp+plain:': ['none', 25] } as const;

function readSmtpUrl(value: string) {
  const url = URL.parse(value);
  const [security, usualPort] = SMTP_SCHEMES[(url?.protocol ?? '') as keyof typeof SMTP_SCHEMES] ?? [];
  if (!url || !security || !['', '/'].includes(url.pathname)) return undefined;
  const server = mailSettings.pick({ host: true, port: true, security: true, username: true }).safeParse({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    security,
    username: decoded(url.username),
  });
  const password = decoded(url.password);
  return server.success && password !== undefined ? { server: server.data, password } : undefined;
}

/** Undefined where a % stands for itself. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const USUAL_SENDER = 'Purser';

/** "Name <address>", or the address alone. */
function readSender(value: string) {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(value) ?? [undefined, '', value];
  const sender = mailSettings
    .pick({ from_address: true, from_name: true })
    .safeParse({ from_address: address, from_name: name?.replace(/^"(.*)"$/, '$1') || USUAL_SENDER });
  return sender.success ? sender.data : undefined;
}

function readBy<Schema extends z.ZodType<string>>(schema: Schema) {
  return (value: string): string | undefined => schema.safeParse(value).data;
}

const count = open('a whole number from 1 to 1000000', (value) => (/^[1-9]\d{0,5}$|^1000000$/.test(value) ? Number(value) : undefined));

const VARIABLES = z.object({
  HOST: open('a host name or address to listen on, such as localhost or 0.0.0.0', (value) =>
    HOST_FORM.test(value) ? value : undefined,
  ).default('localhost'),
  PORT: open('a port number from 0 to 65535', readPort).default(DEFAULT_PORT),
  DATABASE_URL: text(
    'a PostgreSQL address with a database, such as postgresql://user:password@host:5432/purser',
    readDatabaseUrl,
  ).optional(),
  PURSER_OPERATOR_DATABASE_URL: text(
    'a PostgreSQL address with a database, such as postgresql://user:password@host:5432/purser',
    readDatabaseUrl,
  ).optional(),
  PURSER_DATA: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder)),
  PURSER_DEMO: open('1 (demo data and demo logins) or 0 (real use)', (value) =>
    ['0', '1'].includes(value) ? value === '1' : undefined,
  ).default(true),
  PURSER_MASTER_KEY: text(`32 random bytes in base64 (${MASTER_KEY_RECIPE})`, readMasterKey).optional(),
  PURSER_PUBLIC_URL: open('an http:// or https:// address without a path, such as https://pay.example.com', readPublicUrl).optional(),
  PURSER_OPERATOR_URL: open(
    'an http:// or https:// address without a path, such as https://operator.example.com',
    readPublicUrl,
  ).optional(),
  PURSER_TRUSTED_PROXIES: open('addresses or networks separated by commas, such as 10.0.0.1,192.168.0.0/16', (value) =>
    readList(value, readNetwork),
  ).default([]),
  PURSER_LOG_LEVEL: open(`one of ${LOG_LEVELS.join(', ')}`, (value) => LOG_LEVELS.find((level) => level === value)).default('info'),
  PURSER_HOSTS: open('host names separated by commas, such as pay.example.org,pay.internal', (value) =>
    readList(value, (name) => (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name) ? name.toLowerCase() : undefined)),
  ).default([]),
  PURSER_API_HOSTS: open('http:// or https:// addresses without a path, separated by commas, such as https://api-1.example.com', (value) =>
    readList(value, readPublicUrl),
  ).default([]),
  PURSER_METRICS_TOKEN: text('16 to 200 visible characters', (value) =>
    /^[\x21-\x7e]{16,200}$/.test(value) ? value : undefined,
  ).optional(),
  PURSER_SHARD_GROUPS: text(SHARD_GROUP_COUNTS.join(', '), (value) => SHARD_GROUP_COUNTS.find((count) => String(count) === value)).default(
    1,
  ),
  PURSER_MAX_CONNECTIONS: count.default(USUAL_LIMITS.connections),
  PURSER_MAX_CONNECTIONS_PER_ADDRESS: count.default(USUAL_LIMITS.connectionsPerAddress),
  PURSER_MAX_STREAMS_PER_ADDRESS: count.default(USUAL_LIMITS.streamsPerAddress),
  PURSER_WEBHOOK_ALLOW: open(
    'addresses or networks separated by commas, each with a port if only that is meant, such as 10.1.2.3:8080,192.168.7.0/24',
    (value) => readList(value, readTarget),
  ).default([]),
  PURSER_NODE_HEADERS: nodeHeaders.default(new Map()),
  PURSER_SMTP_URL: text(
    'the address of a mail server, such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587',
    readSmtpUrl,
  ).optional(),
  PURSER_MAIL_FROM: open('a sender, such as Example Pay <no-reply@example.com>', readSender).optional(),
  PURSER_SMS_URL: open('an https:// address that takes text messages', readBy(smsSettings.shape.address)).optional(),
  PURSER_SMS_KEY: text('whsec_ and a key of 24 to 64 bytes in base64', readBy(signingKey)).optional(),
  PURSER_S3_URL: open(
    'the https:// address of a bucket, such as https://s3.eu-central-1.amazonaws.com/purser-files',
    readBucketUrl,
  ).optional(),
  PURSER_S3_REGION: open('a region, such as eu-central-1', (value) => (/^[a-z0-9-]{1,40}$/.test(value) ? value : undefined)).default(
    'us-east-1',
  ),
  PURSER_S3_KEY_ID: text('the ID of an access key of the bucket', (value) =>
    /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined,
  ).optional(),
  PURSER_S3_SECRET: text('the secret of that access key', (value) => (/^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined)).optional(),
});

/** Every variable by name: what docs/operate.md must explain. */
export const SETTING_NAMES: readonly string[] = Object.keys(VARIABLES.shape);
