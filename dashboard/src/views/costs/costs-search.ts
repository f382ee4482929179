export const periods = [7, 30, 90, 365] as const

export type Period = (typeof periods)[number]

export const usualDays: Period = 30

export interface CostsSearch {
  readonly project?: string | undefined
  readonly days?: Period | undefined
}

export function readCostsSearch({ project, days }: Record<string, unknown>): CostsSearch {
  return {
    project: typeof project === 'string' ? project : undefined,
    days: periods.find((period) => period === days),
  }
}
