const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** What somebody reads who followed an un-subscription link. The number may be the name of a group, in any signs. */
export function unsubscribed(number: string | undefined): string {
	const words =
		number === undefined
			? 'This link is not known any more.'
			: `${escaped(number)} gets no more messages from this sender.`;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Un-subscription</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/phone/app.css">
</head>
<body class="notice"><main><h1>${number === undefined ? 'Not found' : 'You are un-subscribed'}</h1><p>${words}</p></main></body>
</html>
`;
}
