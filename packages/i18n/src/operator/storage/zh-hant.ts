import { translation } from '../../catalogue.ts';
import type { storage as english } from './en.ts';

export const storage = translation<typeof english>()({
  'storage.hint': '上傳的檔案存放在哪裡，以及是否正常。',
  'storage.kind': '存放於',
  'storage.kind.folder': '本機資料夾',
  'storage.kind.bucket': '相容 S3 的儲存貯體',
  'storage.place': '位置',
  'storage.host': '機器',
  'storage.space': '可用空間',
  'storage.spaceValue': '{free} / {total} GiB',
  'storage.spaceUnknown': '系統未提供',
  'storage.lead': '寫入一個小物件，讀回並刪除。',
  'storage.test': '測試儲存',
  'storage.well': '正常：寫入、讀取和刪除費時 {ms} 毫秒',
  'storage.problem.write': '無法寫入',
  'storage.problem.read': '已寫入但無法讀回',
  'storage.problem.different': '讀回的內容與寫入的不同',
  'storage.problem.remove': '無法刪除',
  'storage.problem.too_slow': '費時超過 10 秒',
  'storage.set': '存放位置由程式的環境變數決定，不在此處變更。',
});
