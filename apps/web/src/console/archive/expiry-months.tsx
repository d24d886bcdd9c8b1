import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'

type ExpiryMonthsProps = { months: Output<Table['listFolders']>['monthArray']; whole: boolean }

const highest = 48
/** Months from now on in which what ends is ochre. */
const near = 2

/** How many contracts end in each of the next twelve months, on one line. */
export function ExpiryMonths({ months, whole }: ExpiryMonthsProps) {
  const most = Math.max(1, ...months.map(({ number }) => number))
  const sum = months.reduce((all, { number }) => all + number, 0)
  return (
    <section className="card arc-panel" aria-labelledby="arc-due">
      <h2 id="arc-due" className="h2">
        今后十二个月到期
        <span className="small muted">
          {whole ? '全部文件夹' : '本人的合同'}，共 {sum} 份
        </span>
      </h2>
      <ul className="arc-due">
        {months.map(({ month, number }, index) => (
          <li key={month} className={index < near && number > 0 ? 'soon' : ''}>
            <span>{number}</span>
            <i style={{ height: Math.round((highest * number) / most) }} />
            <span>{Number(month.slice(5))}月</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
