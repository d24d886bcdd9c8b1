import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { BatchResult } from './batch.ts'

/** What was not sent, one by one with its cause (checklist C0.9). */
export function BatchSheet({ result, onClose }: { result: BatchResult; onClose: () => void }) {
  const { successNumber, failArray } = result
  return (
    <Sheet
      title="批量发送结果"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p className="ask">
        {successNumber > 0 && `成功发送${successNumber}份，`}有{failArray.length}份发送失败
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
