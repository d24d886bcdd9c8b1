import { CheckAct, type CheckRowsProps, CheckState, nameOf, SealChoice, TakeBox } from './check-row.tsx'

/** The contracts on a phone. */
export function CheckCards(props: CheckRowsProps) {
  return (
    <ul className="batch-cards">
      {props.rows.map((row) => (
        <li key={row.signId}>
          <TakeBox row={row} {...props} />
          <div className="batch-card">
            <h3>{nameOf(row)}</h3>
            {row.taskName !== '' && (
              <p className="small muted clip">
                {row.initiatorName}　{row.pageCount}页
              </p>
            )}
            <CheckState row={row} />
            {props.each && row.signBeforeCheck === 1 && <SealChoice row={row} {...props} />}
          </div>
          <CheckAct row={row} {...props} />
        </li>
      ))}
    </ul>
  )
}
