import type { companySecurity } from '@moqi/api/company-security'
import { byCode, type CallRows, justReads, logsTaking, plain, reads, type Stage, stale } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

/** How often the launcher's company has changed its rules. */
const version = async ({ server, launcher }: Stage) =>
  (await server.call('getSecurityRules', {}, launcher)).data.version

/** Of the calls in `packages/api/src/company-security.ts`. */
export const companySecurityRows: CallRows<typeof companySecurity> = {
  getSecurityRules: justReads,
  weighSecondStep: { inputs: () => [{ roleArray: null }], again: reads },
  saveSecondStep: { inputs: () => [{ version: 0, isOn: 0 }], again: stale },
  saveNetworks: { inputs: () => [{ version: 0, isOn: 0, networkArray: [], withApplications: 0 }], again: stale },
  saveSessionRule: {
    inputs: () => [{ version: 0, idleMinutes: null, longestHours: null }],
    again: async (stage) => ({
      who: stage.launcher,
      input: { version: await version(stage), idleMinutes: null, longestHours: null },
      count: await since(async () => version(stage)),
    }),
  },
  savePasswordRule: {
    inputs: () => [{ version: 0, leastLength: 8, ageDays: null }],
    again: async (stage) => ({
      who: stage.launcher,
      input: { version: await version(stage), leastLength: 8, ageDays: null },
      count: await since(async () => version(stage)),
    }),
  },
  openNetworks: { inputs: ({ tenantId }) => [{ tenantId, smsCode: '000000' }], again: byCode },
  listMemberSignIns: { inputs: () => [{}, { search: '1' }], again: reads },
  listActivityAlerts: justReads,
  exportMemberSignIns: { ...plain, again: logsTaking },
}
