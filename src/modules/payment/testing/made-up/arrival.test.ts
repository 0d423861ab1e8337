import { arrivalSuite } from '../arrival-suite.ts'
import { openMadeUp } from './stand-in.ts'

arrivalSuite('the made-up supplier', openMadeUp)
