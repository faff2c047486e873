export { byLabel } from './byLabel';
export { charactersIn } from './characters';
export { secondsOf } from './duration';
export { isGiven } from './isGiven';
export { parsedUrl } from './parsedUrl';
export { isPlainRecord, isTooDeep, withoutPrototypes } from './plainData';
export { excerpt, type Redact, redactor } from './redact';
export { insideRoot, parseXml, typed } from './xml';
export { isoInZone, isoOf, isTimezone, momentOf } from './zonedTime';
