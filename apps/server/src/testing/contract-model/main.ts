import { runModel } from './run-model.ts'

// npm run model -- [steps] [seed]: ten million steps unless it says otherwise, drawn anew at each run.
const [steps = '10000000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2)
const start = performance.now()
const tried = runModel({ steps: Number(steps), seed: Number(seed) })
const seconds = (performance.now() - start) / 1000
console.log(
  `seed ${seed}: ${tried.steps} steps, ${tried.changed} changes, ${tried.refused} refusals, ${tried.voided} voided, ${tried.stamped} stamps, ${seconds.toFixed(0)} s`,
)
