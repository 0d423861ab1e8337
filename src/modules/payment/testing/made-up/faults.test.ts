import { faultsSuite } from '../faults-suite.ts'
import { openMadeUp } from './stand-in.ts'

faultsSuite('the made-up supplier', openMadeUp)
