import { answerQuestions } from '../../../platform/kept-thread.ts'
import { readBusinessFacts } from './business-facts.ts'

answerQuestions(readBusinessFacts)
