import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getSecurityRules, weighSecondStep } from './get-rules.ts'
import { listActivityAlerts } from './list-alerts.ts'
import { exportMemberSignIns, listMemberSignIns } from './member-sign-ins.ts'
import { openNetworks } from './open-networks.ts'
import { saveNetworks, savePasswordRule, saveSecondStep, saveSessionRule } from './save-rules.ts'

/** The calls of this folder with the functions that answer them. */
export const companySecurityCalls = {
  exportMemberSignIns,
  getSecurityRules,
  listActivityAlerts,
  listMemberSignIns,
  openNetworks,
  saveNetworks,
  savePasswordRule,
  saveSecondStep,
  saveSessionRule,
  weighSecondStep,
} satisfies Partial<Handlers<Table>>
