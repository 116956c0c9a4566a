/** The paths of the pages, as the specification names them. */
export const PATHS = {
  home: '/',
  homeAlias: '/Home',
  login: '/Login',
  restricted: '/Restricted',
  dashboard: '/payment/InstrumentPanel',
  orders: '/recharge/RechargeRecord',
  order: '/recharge/Order/$serialNumber',
  assets: '/assets/Assets',
  transfer: '/transfer/AccountsManage',
  transferReceipt: '/transfer/Receipt/$serialNumber',
  fundFlow: '/Property/RunningWater',
  apiManagement: '/api/ManagementIndex',
} as const;

/** Paths that are known before the menu's routes are registered. */
export const FIXED_PATHS: readonly string[] = [PATHS.home, PATHS.homeAlias, PATHS.login, PATHS.restricted];
