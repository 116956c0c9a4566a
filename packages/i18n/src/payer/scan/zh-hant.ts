/** Checked with the catalogue that it is a part of. */
export const scan = {
  scan_to_pay: '掃碼付款',
  scan_page_title: '掃描付款碼',
  scan_page_lead: '使用相機、已儲存的圖片或付款網址。',
  scan_camera: '使用相機',
  scan_view: '相機畫面',
  scan_stop: '停止相機',
  scan_picture: '選擇已儲存的圖片',
  scan_address: '付款網址',
  scan_address_hint: '即商戶顯示或傳送的網址',
  scan_open: '開啟付款',
  scan_unknown: '這不是我們的付款碼，請核實其來源。',
  scan_no_address: '這不是網址。請輸入商戶顯示或傳送的完整網址，其中含有 /pay/ 或 /collect/。',
  scan_no_camera: '無法使用相機：裝置沒有相機，或本頁未獲允許。請選擇已儲存的圖片或輸入網址。',
  scan_nothing_found: '圖片中找不到 QR 碼，請選擇更清晰且包含完整 QR 碼的圖片。',
  offline_title: '沒有網路',
  offline_text: '錢包需要連線：本裝置不儲存任何資金資訊。請檢查網路後重試。',
} as const;
