import { spawnSync } from 'node:child_process';

/** A cell as another program reads it. */
export interface ReadCell {
  readonly place: string;
  /** "inlineStr" for a text, null for a number. */
  readonly type: string | null;
  readonly text: string;
  /** Its number format's code, and whether it is marked as quoted. */
  readonly format: string;
  readonly quoted: boolean;
}

/** Python's own zip and XML readers, which share nothing with our writer. Checks every entry's CRC and that each part is XML. */
const READER = `
import io, json, sys, zipfile
from xml.etree import ElementTree as ET
N = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert z.testzip() is None
parts = {i.filename: ET.fromstring(z.read(i)) for i in z.infolist()}
styles = parts['xl/styles.xml']
codes = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter(N + 'numFmt')}
formats = [(codes.get(x.get('numFmtId'), x.get('numFmtId')), x.get('quotePrefix') == '1') for x in styles.find(N + 'cellXfs')]
sheet = parts['xl/worksheets/sheet1.xml']
rows = []
for row in sheet.iter(N + 'row'):
    cells = []
    for c in row:
        assert c.find(N + 'f') is None
        code, quoted = formats[int(c.get('s', '0'))]
        text = ''.join(t.text or '' for t in c.iter(N + 't')) if c.get('t') == 'inlineStr' else c.find(N + 'v').text
        cells.append({'place': c.get('r'), 'type': c.get('t'), 'text': text, 'format': code, 'quoted': quoted})
    rows.append(cells)
name = parts['xl/workbook.xml'].find(N + 'sheets')[0].get('name')
sys.stdout.write(json.dumps({'name': name, 'rows': rows, 'parts': sorted(parts)}))
`;

export const canReadXlsx = spawnSync('python3', ['--version']).status === 0;

export function readXlsx(file: Uint8Array): { name: string; rows: ReadCell[][]; parts: string[] } {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', READER], { input: file, maxBuffer: 1 << 28, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the file cannot be read: ${stderr}`);
  return JSON.parse(stdout) as ReturnType<typeof readXlsx>;
}
