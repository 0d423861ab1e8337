import { liesSuite } from '../lies-suite.ts'
import { openMadeUp } from './stand-in.ts'

liesSuite('the made-up supplier', openMadeUp)
