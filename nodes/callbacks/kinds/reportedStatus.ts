import { messageStatus } from '../../service';

interface ReportedStatus {
	/** The shared word; a status that is not documented stays as it came, in lower case. */
	status: string;
	/** As it came: the service sends a word on one route and a code on the other. */
	status_code: string;
	is_final: boolean;
}

/** The status of a report. */
export function reportedStatus(codeOrWord: string): ReportedStatus {
	const { word, isFinal } = messageStatus(codeOrWord);
	return {
		status: word,
		status_code: codeOrWord,
		is_final: isFinal,
	};
}
