import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { batchWords, forgetFaults, useBatchFaults } from './batch.ts'
import './batch-sheet.css'

/** What was not done, one by one with its cause, once it is asked for (checklist C0.9). Lives as long as the page. */
export function BatchSheet() {
  const result = useBatchFaults((state) => state.result)
  useEffect(() => forgetFaults, [])
  if (!result) return null
  const { kind, successNumber, failArray } = result
  const word = batchWords[kind]
  return (
    <Sheet
      title={`批量${word}结果`}
      onClose={forgetFaults}
      footer={
        <Button variant="primary" onClick={forgetFaults}>
          知道了
        </Button>
      }
    >
      <p className="ask">
        {successNumber > 0 && `成功${word}${successNumber}份，`}有{failArray.length}份{word}失败
      </p>
      <ul className="batch-faults">
        {failArray.map(({ signId, taskName, message }) => (
          <li key={signId}>
            <span className="clip">{taskName || '未命名合同'}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
