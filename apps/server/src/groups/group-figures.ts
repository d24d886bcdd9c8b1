import type { companyGroup, GroupCompany } from '@moqi/api/company-group'
import {
  type GroupPeriod,
  groupPeriods,
  groupStanding,
  periodsBefore,
  standingInWords,
} from '@moqi/domain/groups/group-figures'
import { formatDate } from '@moqi/domain/time/format-date'
import { logInGroup } from '#src/cores/group/end-group.ts'
import { companiesOf } from '#src/cores/group/group-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'
import { companyFigures } from './company-figures.ts'
import { noteLook } from './looks.ts'
import { actorOf, groupLed, requireActive } from './require-lead.ts'

type Calls = typeof companyGroup

/** The companies of the group that the own one leads, in numbers; each of the others is told of the look. */
export const getGroupFigures: Handler<Calls['getGroupFigures']> = async (deps, member, { period }) => ({
  companyArray: await lookAcross(deps, member, period),
})

/** Company by company, each in a transaction of its own tenant, which counts the look as well. */
async function lookAcross(deps: Deps, member: Member, period: GroupPeriod): Promise<GroupCompany[]> {
  requireActive(member)
  const { companies, group } = await deps.db.directory(async (directory) => {
    const led = await groupLed(directory, member)
    return { group: led, companies: await companiesOf(directory, led) }
  })
  const who = actorOf(member)
  const answer: GroupCompany[] = []
  for (const company of companies) {
    const { tenant_id: tenantId } = company
    const figures = await deps.db.write(tenantId, async (tx) => {
      if (tenantId !== who.tenantId) await noteLook(deps, tx, who, { tenantId, groupId: group.group_id })
      return companyFigures(tx, { tenantId, period, at: deps.now() })
    })
    answer.push({
      tenantId,
      companyName: company.name,
      creditCode: company.credit_code ?? '',
      isLead: tenantId === group.lead_tenant_id ? 1 : 0,
      joinTime: company.joined_at,
      ownRole: ownRole(member, tenantId),
      standing: groupStanding({
        ...figures,
        isFrozen: company.frozen_reason !== null,
        isClosing: company.closes_at !== null,
        isAuthenticated: company.auth_status === 'passAuth',
      }),
      figures,
    })
  }
  return answer
}

/** What somebody is in a company, whether or not this session opens it. */
function ownRole({ spaces, shut = [] }: Member, tenantId: string): GroupCompany['ownRole'] {
  const own = [...spaces, ...shut.map(({ space }) => space)].find((space) => space.tenantId === tenantId)
  if (!own) return null
  return own.isOwner ? 'administrator' : 'member'
}

/** The same as a workbook; the log of the own company says who took it. */
export const exportGroupFigures: Handler<Calls['exportGroupFigures']> = async (deps, member, { period }) => {
  const companies = await lookAcross(deps, member, period)
  const bytes = writeSpreadsheet({
    name: '集团各企业',
    widths: [36, 24, 10, 10, 14, 14, 14, 14, 10, 10, 20],
    rows: [
      [
        '企业',
        '统一社会信用代码',
        '成员',
        '签署中',
        `${groupPeriods[period]}签署完成`,
        `${periodsBefore[period]}`,
        '30天内到期',
        '近30天已到期',
        '剩余份数',
        '总份数',
        '状况',
      ],
      ...companies.map(({ companyName, creditCode, figures, standing }) => [
        companyName,
        creditCode,
        String(figures.memberNumber),
        String(figures.signingNumber),
        String(figures.finishedNumber),
        String(figures.beforeNumber),
        String(figures.endingNumber),
        String(figures.endedNumber),
        String(figures.surplus),
        String(figures.total),
        standingInWords(standing, figures),
      ]),
    ],
  })
  const { tenantId } = member
  const detail = `${groupPeriods[period]}，${companies.length}家企业`
  await deps.db.write(tenantId, (tx) =>
    logInGroup(deps, tx, actorOf(member), { tenantId, verb: 'exportGroupFigures', detail }),
  )
  const fileName = `集团各企业-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, type, etag: deps.newId(), fileName }
}
