/** Checked with the catalogue that it is a part of. */
export const scan = {
  scan_to_pay: '扫码支付',
  scan_page_title: '扫描付款码',
  scan_page_lead: '使用相机、已保存的图片或付款网址。',
  scan_camera: '使用相机',
  scan_view: '相机画面',
  scan_stop: '停止相机',
  scan_picture: '选择已保存的图片',
  scan_address: '付款网址',
  scan_address_hint: '即商户展示或发送的网址',
  scan_open: '打开付款',
  scan_unknown: '这不是我们的付款码，请核实其来源。',
  scan_no_address: '这不是网址。请输入商户展示或发送的完整网址，其中含有 /pay/ 或 /collect/。',
  scan_no_camera: '无法使用相机：设备没有相机，或本页未获允许。请选择已保存的图片或输入网址。',
  scan_nothing_found: '图片中未找到二维码，请选择更清晰且包含完整二维码的图片。',
  offline_title: '没有网络',
  offline_text: '钱包需要联网：本设备不保存任何资金信息。请检查网络后重试。',
} as const;
