import { Redo2, Undo2 } from 'lucide-react'
import { redoPlacing, undoPlacing, useLaunch } from './launch-store.ts'

/** Takes back what was placed, and takes that back again. */
export function UndoButtons() {
  const canUndo = useLaunch((state) => state.places.past.length > 0)
  const canRedo = useLaunch((state) => state.places.future.length > 0)
  return (
    <span className="document-bar-part">
      <button
        type="button"
        className="icon-btn"
        aria-label="撤销"
        title="撤销（Ctrl+Z）"
        disabled={!canUndo}
        onClick={undoPlacing}
      >
        <Undo2 size={18} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label="重做"
        title="重做（Ctrl+Shift+Z）"
        disabled={!canRedo}
        onClick={redoPlacing}
      >
        <Redo2 size={18} />
      </button>
    </span>
  )
}
