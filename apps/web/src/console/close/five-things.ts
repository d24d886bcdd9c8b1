import { countText } from '@moqi/domain/labels/count-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import type { ClosingInfo } from './close-reads.ts'

/** One of the five things to think of: whether it is settled, whether it has to be, and where that is done. */
export type Thing = { what: string; why: string; settled: boolean; needed: boolean; act: string; href: string }

const number = (value: number) => countText(value)

/** What to settle or to know before a company is closed, in the order in which it is done. */
export function fiveThings(info: ClosingInfo): readonly Thing[] {
  const { openTaskNumber, unexportedNumber, exportTime, sealNumber, grantNumber } = info
  const { surplus, integrationNumber } = info
  return [
    {
      what: '处理签署中的合同',
      why: openTaskNumber > 0 ? `${number(openTaskNumber)} 份签署中。撤回、拒签或等待签完` : '没有签署中的合同',
      settled: openTaskNumber === 0,
      needed: true,
      act: '查看合同',
      href: inWorkspace('/space/contract-list?status=all'),
    },
    {
      what: '导出合同与证据',
      why: exportWords(exportTime, unexportedNumber),
      settled: unexportedNumber === 0,
      needed: false,
      act: '数据导出',
      href: '/console/export',
    },
    {
      what: '结清账单',
      why: surplus > 0 ? `剩余 ${number(surplus)} 份，注销后清零；符合条件的订单可以先退款` : '没有剩余份数',
      settled: surplus === 0,
      needed: false,
      act: '查看账单',
      href: inWorkspace('/user/bill'),
    },
    {
      what: '停用应用与回调',
      why: integrationNumber > 0 ? `${number(integrationNumber)} 个应用仍可调用` : '没有启用的应用',
      settled: integrationNumber === 0,
      needed: true,
      act: '查看应用',
      href: inWorkspace('/company-space/applications'),
    },
    {
      what: '收好印章与授权',
      why: `${number(sealNumber)} 枚印章、${number(grantNumber)} 份授权，提交当天冻结，期满注销`,
      settled: sealNumber === 0,
      needed: false,
      act: '查看印章',
      href: inWorkspace('/company-space/admin-signatures'),
    },
  ]
}

function exportWords(exportTime: number | null, unexported: number): string {
  if (exportTime === null)
    return unexported > 0 ? `${number(unexported)} 份已完成的合同还没有导出过` : '没有已完成的合同'
  const at = `最近一次 ${formatDate(exportTime, '{y}-{m}-{d} {h}:{i}')}`
  return unexported > 0 ? `${at}，此后新增 ${number(unexported)} 份` : `${at}，此后没有新增`
}
