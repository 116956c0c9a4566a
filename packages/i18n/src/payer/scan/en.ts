/** Scanning, and the wallet as an app. */
export const scan = {
  scan_to_pay: 'Scan to pay',
  scan_page_title: 'Scan a payment code',
  scan_page_lead: 'By the camera, from a picture that you saved, or by its address.',
  scan_camera: 'Use the camera',
  scan_view: 'What the camera sees',
  scan_stop: 'Stop the camera',
  scan_picture: 'Choose a saved picture',
  scan_address: 'Address of the payment',
  scan_address_hint: 'As the merchant shows or sends it',
  scan_open: 'Open the payment',
  scan_unknown: 'This is no payment code of ours. Please check where it comes from.',
  scan_no_address: 'This is no address. Please type the whole address that the merchant shows or sends, with /pay/ or /collect/ in it.',
  scan_no_camera: 'The camera cannot be used: it is not there, or this page may not use it. Choose a saved picture, or type the address.',
  scan_nothing_found: 'No code was found in the picture. Please choose a sharper one that shows the whole code.',
  offline_title: 'No network',
  offline_text: 'Your wallet needs a connection: nothing about your money is kept on this device. Please check your network and try again.',
} as const;
