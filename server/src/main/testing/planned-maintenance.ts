let maintenanceHours = 48;

/** An hour of some day to come: another one each time, as two must not overlap. */
export function plannedMaintenance() {
  const hour = (offset: number): string => new Date(Date.now() + (maintenanceHours + offset) * 3600_000).toISOString();
  maintenanceHours += 2;
  return { starts_at: hour(0), ends_at: hour(1), texts: {} };
}
