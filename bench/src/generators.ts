import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyRequest } from './requests.ts';
import { toBytes } from './requests.ts';

/**
 * Sends requests as fast as the connections allow for some seconds, each once, and answers how many a second came back
 * right. There must be more requests than can be sent.
 */
export async function flood(baseUrl: string, requests: readonly ReadyRequest[], connections: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  try {
    const host = new URL(baseUrl).host;
    // NUL cannot stand in a request, so it divides them.
    await writeFile(join(folder, 'requests'), requests.map((request) => toBytes(request, host)).join('\0'));
    await writeFile(join(folder, 'flood.lua'), FLOOD_SCRIPT);
    const script = ['-s', join(folder, 'flood.lua')];
    const output = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...script, baseUrl, join(folder, 'requests')]);
    const summary = /DONE (\d+) (\d+) (\d+)/.exec(output);
    if (!summary) throw new Error(`wrk said nothing of use:\n${output}`);
    const [answered, right, micros] = summary.slice(1).map(Number) as [number, number, number];
    if (answered >= requests.length) throw new Error(`${requests.length} requests were too few for ${seconds} s`);
    if (right !== answered) throw new Error(`${answered - right} of ${answered} requests were refused`);
    return (right * 1_000_000) / micros;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** wrk sends the file's requests one after the other. An answer is right when its envelope begins with code 200. */
const FLOOD_SCRIPT = `
requests, place, answered, right = {}, 0, 0, 0
function init(args)
  local file = assert(io.open(args[1], 'rb'))
  local text = file:read('*a')
  file:close()
  local from = 1
  while true do
    local at = text:find('\\0', from, true)
    requests[#requests + 1] = text:sub(from, (at or #text + 1) - 1)
    if not at then break end
    from = at + 1
  end
end
function request()
  -- wrk asks once before it begins, to see what a request looks like, and does not send that one.
  if not looked then
    looked = true
    return requests[1]
  end
  place = place + 1
  return requests[place] or 'GET /healthy HTTP/1.1\\r\\nhost: bench\\r\\n\\r\\n'
end
function response(status, headers, body)
  answered = answered + 1
  if body:sub(1, 11) == '{"code":200' then right = right + 1 end
end
local threads = {}
function setup(thread) threads[#threads + 1] = thread end
function done(summary)
  io.write(string.format('DONE %d %d %d\\n', threads[1]:get('answered'), threads[1]:get('right'), summary.duration))
end
`;

const PACED_CONNECTIONS = 64;

/**
 * Sends requests at a steady rate, whether or not earlier ones were answered, and answers each one's latency in
 * milliseconds, counted from when it was due: a server that falls behind does not hide it. It runs on the server's machine, so it does as
 * little as it can: bytes made beforehand, one timer, and of an answer only its length and its code are read.
 */
export async function pace(baseUrl: string, requests: readonly ReadyRequest[], perSecond: number): Promise<number[]> {
  const { host, hostname, port } = new URL(baseUrl);
  const bytes = requests.map((request) => Buffer.from(toBytes(request, host)));
  const latencies: number[] = [];
  const connections = await Promise.all(Array.from({ length: PACED_CONNECTIONS }, () => connectTo(hostname, Number(port))));
  try {
    await new Promise<void>((resolve, reject) => {
      const started = performance.now();
      const dueAt = (index: number) => started + (index * 1000) / perSecond;
      const free = [...connections];
      let next = 0;
      let answered = 0;
      const send = () => {
        while (free.length > 0 && next < bytes.length && dueAt(next) <= performance.now()) {
          const index = next;
          next += 1;
          const connection = free.pop() as Socket;
          ask(connection, bytes[index] as Buffer, (failure) => {
            if (failure) return end(failure);
            latencies[index] = performance.now() - dueAt(index);
            answered += 1;
            free.push(connection);
            if (answered === bytes.length) end();
            else send();
          });
        }
      };
      const timer = setInterval(send, 1);
      const end = (failure?: Error) => {
        clearInterval(timer);
        if (failure) reject(failure);
        else resolve();
      };
    });
    return latencies;
  } finally {
    for (const connection of connections) connection.destroy();
  }
}

function connectTo(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request and says when its whole answer is there; an answer is right when its envelope begins with code 200. */
function ask(connection: Socket, request: Buffer, done: (failure?: Error) => void): void {
  let answer = '';
  const settle = (failure?: Error) => {
    connection.removeAllListeners('data').removeAllListeners('close');
    done(failure);
  };
  connection.on('close', () => settle(new Error('the server closed a connection')));
  connection.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    const body = answer.indexOf('\r\n\r\n') + 4;
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1]);
    if (body < 4 || answer.length < body + length) return;
    settle(answer.startsWith('{"code":200', body) ? undefined : new Error(`a request was refused: ${answer.slice(body)}`));
  });
  connection.write(request);
}

/** Runs a program to its end and answers what it wrote. */
export function run(program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}:\n${output}`))));
  });
}
