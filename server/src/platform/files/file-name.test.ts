import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition, safeFileName } from './file-name.ts';

describe('a safe file name', () => {
  it.each([
    ['收据 2026.jpg', '收据 2026.png'],
    ['hoá đơn tháng 11.JPEG', 'hoá đơn tháng 11.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\me\\photo.png', 'photo.png'],
    ['invoice\u202Egnp.exe', 'invoicegnp.png'],
    ['a.php.png', 'a_php.png'],
    ['.htaccess', '_htaccess.png'],
    ['CON', '_CON.png'],
    ['a\r\nset-cookie: b=c', 'aset-cookie b=c.png'],
    ['$(rm -rf)`x`', '(rm -rf)x.png'],
    ['', 'file.png'],
    ['\ud800.png', 'file.png'],
  ])('of %j is %j', (given, safe) => {
    expect(safeFileName(given, 'image/png')).toBe(safe);
  });

  it('of whatever was sent is short, has no folder and nothing hidden, and comes through the header as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = safeFileName(given, 'image/webp');
        expect(name).toMatch(/^[^/\\\p{C}]{1,61}\.webp$/u);
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: name } });
      }),
    );
  });
});
