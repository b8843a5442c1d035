// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

int main(int argc, char** argv)
{
    return rungwatch::cli::run(argc, argv);
}
