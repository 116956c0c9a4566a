import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { maintenanceQuery } from '@purser/contract/features/maintenance';

export type Maintenance = OutputOf<typeof maintenanceQuery>['list'][number];

export const maintenances = { ...callQuery(maintenanceQuery, {}, ['system']), staleTime: 0, refetchInterval: 30_000 };
