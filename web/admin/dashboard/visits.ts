// Visits by day: every day of the span has a place, also those without visits.

export interface Visits {
  days: { day: string; views: number }[];
  pages: { path: string; views: number }[];
}

export interface DayBar {
  day: string;
  views: number;
  /** From 0 to 1. */
  height: number;
  isMost: boolean;
}

export function dayBars(visits: Visits, span: number, now: Date): DayBar[] {
  const known = new Map(visits.days.map(({ day, views }) => [day.slice(0, 10), views]));
  const days = Array.from({ length: span }, (_, index) => {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - (span - 1 - index))).toISOString().slice(0, 10);
    return { day, views: known.get(day) ?? 0 };
  });
  const most = Math.max(0, ...days.map(({ views }) => views));
  const first = days.findIndex(({ views }) => views === most && most > 0);
  return days.map((bar, index) => ({ ...bar, height: most === 0 ? 0 : bar.views / most, isMost: index === first }));
}

export function total(visits: Visits): number {
  return visits.days.reduce((sum, { views }) => sum + views, 0);
}
