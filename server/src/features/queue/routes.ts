import type { QueueSource } from '../../domain/queue.ts';
import type { Route } from '../../platform/http/route.ts';
import { listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueList } from './list.ts';

export function queueRoutes(platform: Platform, sources: readonly QueueSource[]): Route[] {
  return [listRoute(platform, queueList(sources))];
}
